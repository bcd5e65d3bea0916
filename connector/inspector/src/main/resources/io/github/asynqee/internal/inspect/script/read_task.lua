-- Reads a task (protocol 5.7: GetTaskInfo). Changes nothing.
-- KEYS  1 task hash, 2 scheduled zset, 3 retry zset, 4 archived zset
-- ARGV  1 ID, 2 prefix of groups, then names of fields
-- Reply nil if the task does not exist, else its state or nil, its score if it is scheduled, retry, archived or
--       aggregating, or nil, then the fields or nil
-- include whole_slot
if redis.call('EXISTS', KEYS[1]) == 0 then
  return false
end
local state = redis.call('HGET', KEYS[1], 'state')
local zset = ({scheduled = KEYS[2], retry = KEYS[3], archived = KEYS[4]})[state]
local group = state == 'aggregating' and redis.call('HGET', KEYS[1], 'group')
if group then
  zset = ARGV[2] .. group
end
local reply = {state, zset and redis.call('ZSCORE', zset, ARGV[1]) or false}
for i, value in ipairs(redis.call('HMGET', KEYS[1], unpack(ARGV, 3))) do
  reply[2 + i] = value
end
return reply
