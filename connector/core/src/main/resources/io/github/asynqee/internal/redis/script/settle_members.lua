-- Writes the outcomes of members of a staged set, all in one step. A member without a task is dropped. A set without members is
-- deleted.
-- KEYS  1 staged set, 2 aggregation sets zset, 3 group zset, 4 groups set, 5 retry zset, 6 archived zset, 7 processed of
--       the day, 8 failed of the day, 9 processed in total, 10 failed in total; then the task hash of each member; then
--       the locks of deleted unique tasks
-- ARGV  1 group name, 2 expiry of the daily counters, Unix seconds, 3 largest counter value, 4 now, Unix seconds, 5 oldest
--       time kept in the archive, Unix seconds, 6 archive size that is not reached, 7 prefix of task hashes, 8 field
--       that counts recoveries, which start over in the archive, 9 field of the attempts, 10 how many are kept; then for
--       each member: ID, its outcome (delete, retry, archive, return), index of its lock in KEYS or 0, msg or empty,
--       time to run in Unix seconds or 0, 1 if this counts as a failure or else 0, the attempt or empty
-- Reply nil if the set was deleted or reclaimed: nothing is changed; or for each member: 1 done, 0 it no longer exists
-- include whole_slot needs read unlock discard member count trim_archived record_attempt
local set, staged = KEYS[1], KEYS[2]
if not redis.call('ZSCORE', staged, set) then
  return false
end
needs('HEXISTS', 'EXISTS', 'ZADD', 'HSET', 'HDEL', 'SADD', 'ZREM', 'ZCARD', 'ZRANGEBYSCORE', 'ZRANGE', 'HGET', 'GET')
local reply, deleted, failures, archived = {}, 0, 0, false
for i = 1, (#ARGV - 10) / 7 do
  local at = 7 * i + 4
  local id, action, msg = ARGV[at], ARGV[at + 1], ARGV[at + 3]
  local hash = KEYS[10 + i]
  local joined = redis.call('ZSCORE', set, id)
  local found = joined and member(hash)
  reply[i] = found == 'here' and 1 or 0
  if found == 'gone' then
    -- the rest of the hash would only block the ID
    discard(hash, id)
  elseif found == 'here' and action == 'delete' then
    unlock(KEYS[tonumber(ARGV[at + 2])], id)
    discard(hash, id)
    deleted = deleted + 1
  elseif found == 'here' and action == 'retry' then
    redis.call('ZADD', KEYS[5], ARGV[at + 4], id)
    redis.call('HSET', hash, 'msg', msg, 'state', 'retry')
    failures = failures + tonumber(ARGV[at + 5])
  elseif found == 'here' and action == 'archive' then
    redis.call('ZADD', KEYS[6], ARGV[4], id)
    redis.call('HSET', hash, 'msg', msg, 'state', 'archived')
    redis.call('HDEL', hash, ARGV[8])
    failures = failures + 1
    archived = true
  elseif found == 'here' then
    redis.call('ZADD', KEYS[3], joined, id)
    redis.call('SADD', KEYS[4], ARGV[1])
  end
  if found == 'here' and action ~= 'delete' then
    record_attempt(hash, ARGV[9], ARGV[at + 6], ARGV[10])
  end
  -- last, because a command that fails ends the script: then the member is still staged
  redis.call('ZREM', set, id)
end
if redis.call('EXISTS', set) == 0 then
  redis.call('ZREM', staged, set)
end
if archived then
  trim_archived(KEYS[6], ARGV[7], ARGV[5], ARGV[6], #reply + 500)
end
count(KEYS[7], ARGV[2], deleted + failures)
count(KEYS[8], ARGV[2], failures)
count_total({KEYS[9]}, deleted, ARGV[3])
count_total({KEYS[9], KEYS[10]}, failures, ARGV[3])
return reply
