-- Makes the first tasks of a collection pending (protocol 5.7: RunAll…). An ID without message cannot run and is
-- dropped.
-- KEYS  1 the zset of a state or group, 2 pending list, 3 groups set
-- ARGV  1 prefix of task hashes, 2 how many at most, 3 now, Unix nanoseconds, 4 the group, empty for a state
-- Reply the number of IDs taken from the zset
-- include whole_slot needs read first_of
local ids = first_of(KEYS[1], tonumber(ARGV[2]))
local runnable, lost = {}, {}
for _, id in ipairs(ids) do
  local msg = read('HEXISTS', ARGV[1] .. id, 'msg')
  if msg == 1 then
    runnable[#runnable + 1] = id
  elseif msg == 0 then
    lost[#lost + 1] = id
  end
end
needs('HSET', 'LPUSH', 'LTRIM', 'ZREMRANGEBYRANK', 'EXISTS', 'SREM')
-- do this first, because a failing command ends the script
if #runnable > 0 then
  redis.call('LPUSH', KEYS[2], unpack(runnable))
end
remove_first_of(KEYS[1], #ids)
for _, id in ipairs(lost) do
  redis.call('DEL', ARGV[1] .. id)
end
for _, id in ipairs(runnable) do
  redis.call('HSET', ARGV[1] .. id, 'state', 'pending', 'pending_since', ARGV[3])
end
unlist(KEYS[3], ARGV[4], KEYS[1])
return #ids
