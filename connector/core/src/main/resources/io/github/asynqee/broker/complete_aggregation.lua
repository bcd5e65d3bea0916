-- Stores the task that a staged set was turned into and deletes the set and its members, both or neither (protocol 5.4:
-- delete aggregation set, together with an operation of 5.1).
-- KEYS  1 staged set, 2 aggregation sets zset, 3 hash of the new task, 4 where its ID goes: pending list, scheduled zset
--       or group zset, 5 groups set, 6 its lock, if it is unique
-- ARGV  1 state of the new task: pending, scheduled or aggregating, 2 its ID, 3 msg, 4 now in Unix nanoseconds, or the
--       score in Unix seconds, 5 its group or empty, 6 life of the lock in seconds, 7 prefix of task hashes
-- Reply 1 stored, 0 ID taken, -1 lock held, -2 the set is gone or was reclaimed: nothing is changed but when 1
-- include claim unlock discard
if not redis.call('ZSCORE', KEYS[2], KEYS[1]) or redis.call('EXISTS', KEYS[1]) == 0 then
  return -2
end
local state, id = ARGV[1], ARGV[2]
local refused = claim(KEYS[3], KEYS[6], id, ARGV[6])
if refused then
  return refused
end
redis.call('HSET', KEYS[3], 'msg', ARGV[3], 'state', state)
if KEYS[6] then
  redis.call('HSET', KEYS[3], 'unique_key', KEYS[6])
end
if state == 'pending' then
  redis.call('HSET', KEYS[3], 'pending_since', ARGV[4])
  redis.call('LPUSH', KEYS[4], id)
else
  redis.call('ZADD', KEYS[4], ARGV[4], id)
end
if state == 'aggregating' then
  redis.call('HSET', KEYS[3], 'group', ARGV[5])
  redis.call('SADD', KEYS[5], ARGV[5])
end
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  discard(ARGV[7] .. member, member)
end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], KEYS[1])
return 1
