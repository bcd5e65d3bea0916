-- Makes a task pending that is not pending and not active (protocol 5.7: RunTask).
-- KEYS  1 task hash, 2 pending list, 3 scheduled zset, 4 retry zset, 5 archived zset, 6 completed zset, 7 groups set
-- ARGV  1 ID, 2 prefix of groups, 3 now, Unix nanoseconds
-- Reply 1 pending now, 0 no such task, -1 active, -2 pending already, -3 missing in the collection of its state
-- include whole_slot needs take_out
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
local state = redis.call('HGET', KEYS[1], 'state')
if state == 'active' then
  return -1
elseif state == 'pending' then
  return -2
end
-- provoke permission and OOM errors before the task leaves its collection
needs('ZCARD', 'SREM', 'LPUSH', 'HSET')
redis.call('LLEN', KEYS[2])
if not take_out(ARGV[1], ARGV[2], 1) then
  return -3
end
redis.call('LPUSH', KEYS[2], ARGV[1])
redis.call('HSET', KEYS[1], 'state', 'pending', 'pending_since', ARGV[3])
return 1
