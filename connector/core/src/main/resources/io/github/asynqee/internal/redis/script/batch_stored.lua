-- Notes that a task is stored that a batch had decided to store. A batch that has ended, and whose tasks are all stored, is
-- forgotten after a while. Private: asynq has no such operation.
-- KEYS  1 HASH of the batch, 2 zset of the batches of the queue
-- ARGV  1 its ID, 2 now, Unix milliseconds, 3 life of an ended batch in seconds, 4 name of the task, or empty, 5 what kept it
--       from being stored, or empty
-- Reply 1 if the batch has ended or else 0
-- include whole_slot
if ARGV[4] ~= '' and redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('HSETNX', KEYS[1], 'stored:' .. ARGV[4], ARGV[2])
  if ARGV[5] ~= '' then
    redis.call('HSET', KEYS[1], 'refused:' .. ARGV[4], ARGV[5])
  end
end
if redis.call('HEXISTS', KEYS[1], 'ended') == 0 then
  return 0
end
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local name = string.match(fields[i], '^due:(.*)$')
  if name and redis.call('HEXISTS', KEYS[1], 'stored:' .. name) == 0 then
    return 0
  end
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('ZREM', KEYS[2], ARGV[1])
return 1
