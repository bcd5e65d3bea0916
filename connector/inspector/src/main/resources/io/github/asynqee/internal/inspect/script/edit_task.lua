-- Replaces the message of a task that is not active.
-- KEYS  1 task hash, 2 pending list, 3 scheduled zset, 4 retry zset, 5 archived zset, 6 completed zset, 7 groups set
-- ARGV  1 ID, 2 prefix of groups, 3 side from which the pending list is searched, 1 or -1, 4 the message that was read,
--       5 the new message, 6 new end of the retention of a completed task, Unix seconds, or empty, 7 1 to move a
--       pending task to the tail, because workers may have scanned past its old type or version, or else 0
-- Reply 1, state, score or nil; or 0 no such task, -1 active, -2 changed since it was read, -3 missing in the
--       collection of its state
-- include whole_slot needs take_out
if redis.call('EXISTS', KEYS[1]) == 0 then
  return {0}
end
local fields = redis.call('HMGET', KEYS[1], 'state', 'msg', 'group')
local state = fields[1]
if state == 'active' then
  return {-1}
elseif fields[2] ~= ARGV[4] then
  return {-2}
end
local zset = ({scheduled = KEYS[3], retry = KEYS[4], archived = KEYS[5], completed = KEYS[6]})[state]
if state == 'aggregating' and fields[3] then
  zset = ARGV[2] .. fields[3]
end
local score = zset and redis.call('ZSCORE', zset, ARGV[1])
if not score and state ~= 'pending' then
  return {-3}
end
needs('LPUSH', 'HSET')
if state == 'pending' and ARGV[7] == '1' then
  if not take_out(ARGV[1], ARGV[2], ARGV[3]) then
    return {-3}
  end
  redis.call('LPUSH', KEYS[2], ARGV[1])
elseif state == 'completed' and ARGV[6] ~= '' then
  redis.call('ZADD', zset, ARGV[6], ARGV[1])
end
redis.call('HSET', KEYS[1], 'msg', ARGV[5])
return {1, state, score or false}
