-- Stores a task that is moved from another queue.
-- KEYS  1 task hash, 2 the collection of its state, 3 groups set, 4 its lock, if it has one
-- ARGV  1 ID, 2 msg, 3 the message under this ID that is the same task, from a move that was not completed, 4 state, 5
--       score, or empty if it is pending, 6 group or empty, 7 lifetime of the lock in seconds, 8 field that names the
--       move, 9 name of this move; then fields and values of the hash
-- Reply 1 stored, 2 it was already stored, 0 another task has this ID and nothing was changed
-- include whole_slot read claim
local function lock()
  return KEYS[4] and redis.call('SET', KEYS[4], ARGV[1], 'NX', 'EX', ARGV[7]) and KEYS[4]
end
if redis.call('EXISTS', KEYS[1]) == 1 then
  if read('HGET', KEYS[1], 'msg') ~= ARGV[3] then
    return 0
  end
  if redis.call('HGET', KEYS[1], 'state') ~= 'completed' then
    lock()
  end
  -- an earlier move can no longer be undone
  redis.call('HSET', KEYS[1], ARGV[8], ARGV[9])
  return 2
end
local taken = lock()
for i = 10, #ARGV, 2 do
  write(KEYS[1], taken, 'HSET', KEYS[1], ARGV[i], ARGV[i + 1])
end
write(KEYS[1], taken, 'HSET', KEYS[1], 'msg', ARGV[2], 'state', ARGV[4], ARGV[8], ARGV[9])
if ARGV[6] ~= '' then
  write(KEYS[1], taken, 'SADD', KEYS[3], ARGV[6])
end
if ARGV[5] == '' then
  write(KEYS[1], taken, 'LPUSH', KEYS[2], ARGV[1])
else
  write(KEYS[1], taken, 'ZADD', KEYS[2], ARGV[5], ARGV[1])
end
return 1
