-- Deletes a task that was moved to another queue, or undoes the move there, if the task is unchanged and not active.
-- KEYS  1 task hash, 2 pending list, 3 scheduled zset, 4 retry zset, 5 archived zset, 6 completed zset, 7 groups set;
--       then its lock, if it has one
-- ARGV  1 ID, 2 prefix of groups, 3 side from which the pending list is searched, 1 or -1, 4 the message that was read,
--       5 field that names a move, 6 the move that may be undone, or empty
-- Reply 1 deleted, 0 no such task, -1 active, -2 changed since it was read, -3 it is being handled with its group
-- include whole_slot needs read take_out unlock discard
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
local fields = redis.call('HMGET', KEYS[1], 'state', 'msg', ARGV[5])
if fields[1] == 'active' then
  return -1
elseif fields[2] ~= ARGV[4] or ARGV[6] ~= '' and fields[3] ~= ARGV[6] then
  return -2
end
needs('ZCARD', 'SREM', 'HGET', 'GET')
check_lock(KEYS[1])
-- an aggregating task that is not in its group is being handled; in other states, only the hash remains to delete
if not take_out(ARGV[1], ARGV[2], ARGV[3]) and fields[1] == 'aggregating' then
  return -3
end
unlock(KEYS[8], ARGV[1])
discard(KEYS[1], ARGV[1])
return 1
