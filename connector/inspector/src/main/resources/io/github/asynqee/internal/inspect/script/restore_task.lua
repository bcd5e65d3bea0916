-- Returns an archived task to its previous state, if it was recorded. Private; undoes protocol 5.7: ArchiveTask.
-- KEYS  1 task hash, 2 pending list, 3 scheduled zset, 4 retry zset, 5 archived zset, 6 completed zset, 7 groups set
-- ARGV  1 ID, 2 prefix of groups, 3 now, Unix nanoseconds
-- Reply 1 restored, 0 no such task, -1 not archived, -2 not recorded, or archived again since, -3 missing in the
--       archive
-- include whole_slot needs archived_from put_back
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
local fields = redis.call('HMGET', KEYS[1], 'state', ARCHIVED_FROM, 'group', 'asynqee:limit')
if fields[1] ~= 'archived' then
  return -1
end
local score = redis.call('ZSCORE', KEYS[5], ARGV[1])
if not score then
  return -3
end
local state, before = place_before(fields[2], score, fields[4])
if not state or state == 'aggregating' and not fields[3] then
  return -2
end
local keys = {pending = KEYS[2], scheduled = KEYS[3], retry = KEYS[4], archived = KEYS[5], completed = KEYS[6],
  groups = KEYS[7]}
local task = {id = ARGV[1], hash = KEYS[1], state = state, score = before, group = fields[3]}
needs('LPUSH', 'HSET', 'ZADD', 'SADD', 'ZREM', 'HDEL')
check(task, keys, ARGV[2])
put_back(task, keys, ARGV[2], ARGV[3])
return 1
