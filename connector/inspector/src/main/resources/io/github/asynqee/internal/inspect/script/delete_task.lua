-- Deletes a task that is not active, and releases its unique lock (protocol 5.7: DeleteTask).
-- KEYS  1 task hash, 2 pending list, 3 scheduled zset, 4 retry zset, 5 archived zset, 6 completed zset, 7 groups set
-- ARGV  1 ID, 2 prefix of groups, 3 how many are taken out of the pending list, and from which end it is searched
-- Reply 1 deleted, 0 no such task, -1 active, -3 missing in the collection of its state
-- include whole_slot needs read take_out unlock discard
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
local state = redis.call('HGET', KEYS[1], 'state')
if state == 'active' then
  return -1
end
needs('ZCARD', 'SREM', 'HGET', 'GET')
check_lock(KEYS[1])
-- a hash without a state is not in a collection
if state and not take_out(ARGV[1], ARGV[2], ARGV[3]) then
  return -3
end
discard(KEYS[1], ARGV[1])
return 1
