-- Archives a task that is not archived and not active, and trims the archive (protocol 5.7: ArchiveTask).
-- KEYS  1 task hash, 2 pending list, 3 scheduled zset, 4 retry zset, 5 archived zset, 6 completed zset, 7 groups set
-- ARGV  1 ID, 2 prefix of groups, 3 now, Unix seconds, 4 prefix of task hashes, 5 oldest time kept, Unix seconds,
--       6 archive size that is not reached, 7 end from which the pending list is searched, 1 or -1, 8 whether to record
--       the previous state, 1 or 0
-- Reply 1 archived now, 0 no such task, -1 archived already, -2 active, -3 missing in the collection of its state
-- include whole_slot needs read take_out unlock discard trim_archived archived_from
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
local state = redis.call('HGET', KEYS[1], 'state')
if state == 'archived' then
  return -1
elseif state == 'active' then
  return -2
end
-- provoke permission and OOM errors before the task leaves its collection
needs('SREM', 'ZADD', 'HSET', 'HDEL', 'ZREM', 'ZCARD', 'ZRANGEBYSCORE', 'ZRANGE', 'HGET', 'GET')
redis.call('ZCARD', KEYS[5])
local from = ({scheduled = KEYS[3], retry = KEYS[4], completed = KEYS[6]})[state]
if state == 'aggregating' then
  from = ARGV[2] .. (redis.call('HGET', KEYS[1], 'group') or '')
end
local before = from and redis.call('ZSCORE', from, ARGV[1])
if not take_out(ARGV[1], ARGV[2], ARGV[7]) then
  return -3
end
redis.call('ZADD', KEYS[5], ARGV[3], ARGV[1])
redis.call('HSET', KEYS[1], 'state', 'archived')
if ARGV[8] == '1' then
  redis.call('HSET', KEYS[1], ARCHIVED_FROM, archived_from(ARGV[3], state, before, ''))
else
  redis.call('HDEL', KEYS[1], ARCHIVED_FROM)
end
trim_archived(KEYS[5], ARGV[4], ARGV[5], ARGV[6])
return 1
