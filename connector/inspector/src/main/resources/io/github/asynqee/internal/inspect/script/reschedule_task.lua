-- Changes the start time of a task that is not active. A retry task keeps its state; a task in another state becomes
-- scheduled. The hash keeps the group of a task, so that forward returns the task to its group.
-- KEYS  1 task hash, 2 pending list, 3 scheduled zset, 4 retry zset, 5 archived zset, 6 completed zset, 7 groups set
-- ARGV  1 ID, 2 prefix of groups, 3 side from which the pending list is searched, 1 or -1, 4 time to run, Unix seconds,
--       5 the message that was read and 6 the new message if the task was completed, or empty
-- Reply 1 done, 0 no such task, -1 active, -2 changed since it was read, -3 missing in the collection of its state
-- include whole_slot needs take_out
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
local fields = redis.call('HMGET', KEYS[1], 'state', 'msg')
local state = fields[1]
if state == 'active' then
  return -1
elseif state == 'completed' and fields[2] ~= ARGV[5] then
  return -2
end
local target = state == 'retry' and KEYS[4] or KEYS[3]
-- provoke permission and OOM errors before the task leaves its collection
needs('ZCARD', 'SREM', 'ZADD', 'HSET', 'HDEL')
redis.call('ZCARD', target)
if not take_out(ARGV[1], ARGV[2], ARGV[3]) then
  return -3
end
redis.call('ZADD', target, ARGV[4], ARGV[1])
if state == 'completed' then
  redis.call('HSET', KEYS[1], 'msg', ARGV[6])
  -- the new message no longer shows that the cursor belongs to a finished run
  redis.call('HDEL', KEYS[1], 'asynqee:checkpoint')
end
if state ~= 'retry' then
  redis.call('HSET', KEYS[1], 'state', 'scheduled')
  redis.call('HDEL', KEYS[1], 'pending_since')
end
return 1
