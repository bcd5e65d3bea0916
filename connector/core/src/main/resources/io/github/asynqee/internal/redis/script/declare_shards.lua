-- Records the number of shards of a queue. Private: asynq has no such operation.
-- KEYS  1 shards of all queues
-- ARGV  1 queue, 2 number of shards, 3 number of shards for tasks with a key if the queue is not recorded, 4 what to do if it
--       is: 0 nothing, 1 raise the number of shards, 2 use all shards for tasks with a key
-- Reply the record: both numbers
local known = redis.call('HGET', KEYS[1], ARGV[1])
local record
if not known then
  record = ARGV[2] .. ' ' .. ARGV[3]
else
  local count, keyed = string.match(known, '^(%d+) (%d+)$')
  if not count then
    return known
  elseif ARGV[4] == '1' and tonumber(ARGV[2]) > tonumber(count) then
    record = ARGV[2] .. ' ' .. keyed
  elseif ARGV[4] == '2' then
    record = count .. ' ' .. count
  else
    return known
  end
end
redis.call('HSET', KEYS[1], ARGV[1], record)
return record
