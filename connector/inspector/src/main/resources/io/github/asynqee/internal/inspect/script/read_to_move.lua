-- Reads all of a task that is not active. Changes nothing.
-- KEYS  1 task hash, 2 pending list, 3 scheduled zset, 4 retry zset, 5 archived zset, 6 completed zset, 7 groups set
-- ARGV  1 ID, 2 prefix of groups
-- Reply 1, score or nil, then fields and values of its hash; or 0 no such task, -1 active, -3 missing in the collection of its
--       state
-- include whole_slot
if redis.call('EXISTS', KEYS[1]) == 0 then
  return {0}
end
local fields = redis.call('HMGET', KEYS[1], 'state', 'group')
local state = fields[1]
if state == 'active' then
  return {-1}
end
local zset = ({scheduled = KEYS[3], retry = KEYS[4], archived = KEYS[5], completed = KEYS[6]})[state]
if state == 'aggregating' and fields[2] then
  zset = ARGV[2] .. fields[2]
end
local reply = {1, zset and redis.call('ZSCORE', zset, ARGV[1])}
if not reply[2] and state ~= 'pending' then
  return {-3}
end
reply[2] = reply[2] or false
for i, value in ipairs(redis.call('HGETALL', KEYS[1])) do
  reply[2 + i] = value
end
return reply
