-- Deletes a task whose result is no longer awaited, and releases its unique lock. A running or archived task is not deleted.
-- KEYS  1 task hash, 2 pending list, 3 scheduled zset, 4 retry zset, 5 completed zset
-- ARGV  1 ID, 2 a text that only its msg contains
-- Reply 1 deleted, or there is no such task, 0 it is running, archived or in a group, or missing in the collection of its state
-- include whole_slot needs read unlock discard
local state = read('HGET', KEYS[1], 'state')
local msg = read('HGET', KEYS[1], 'msg')
if type(msg) ~= 'string' or not string.find(msg, ARGV[2], 1, true) then
  return 1
end
needs('ZREM', 'LREM', 'HGET', 'GET')
check_lock(KEYS[1])
local removed = 0
if state == 'pending' then
  -- searches from the end at which new tasks are pushed
  removed = redis.call('LREM', KEYS[2], 1, ARGV[1])
else
  local zset = ({scheduled = KEYS[3], retry = KEYS[4], completed = KEYS[5]})[state]
  if zset then
    removed = redis.call('ZREM', zset, ARGV[1])
  end
end
if removed == 0 then
  return 0
end
discard(KEYS[1], ARGV[1])
return 1
