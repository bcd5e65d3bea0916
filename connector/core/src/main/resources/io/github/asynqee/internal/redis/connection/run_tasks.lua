-- Makes the first tasks of a collection pending (protocol 5.7: RunAll…). An ID without message cannot run and is dropped.
-- KEYS  1 the zset of a state or group, 2 pending list, 3 groups set
-- ARGV  1 prefix of task hashes, 2 how many at most, 3 now, Unix nanoseconds, 4 the group, empty for a state
-- Reply the number of IDs taken from the zset
-- include first_of
local ids = first_of(KEYS[1], tonumber(ARGV[2]))
-- fails, if it must, before the tasks are nowhere
redis.call('LLEN', KEYS[2])
remove_first_of(KEYS[1], #ids)
for _, id in ipairs(ids) do
  local hash = ARGV[1] .. id
  local msg = redis.pcall('HEXISTS', hash, 'msg')
  if msg == 1 then
    redis.call('LPUSH', KEYS[2], id)
    redis.call('HSET', hash, 'state', 'pending', 'pending_since', ARGV[3])
  elseif msg == 0 then
    redis.call('DEL', hash)
  end
end
unlist(KEYS[3], ARGV[4], KEYS[1])
return #ids
