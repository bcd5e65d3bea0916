-- Stores a task of a periodic entry out of turn; no tick is touched. Private, together with an operation of protocol 5.1.
-- KEYS  1 state of the entry; 2 to 5 the new task as in include/store
-- ARGV  1 to 6 the new task as in include/store; 7 now in Unix seconds, 8 now in Unix nanoseconds, 9 names the scheduler
-- Reply 1 outcome: 1 stored, also if that was an earlier call with the same ID, 6 another task has the ID, 7 another task
--       holds the lock; 2 fields and values of the state
-- include claim store remember_firing
local entry, id = KEYS[1], ARGV[2]
local outcome = 1
if redis.call('HEXISTS', entry, 'firing:' .. id) == 0 then
  local stored = store(2)
  if stored == 1 then
    remember_firing(entry, id, ARGV[7] .. ' ' .. ARGV[8] .. ' ' .. ARGV[9])
  else
    outcome = stored == 0 and 6 or 7
  end
end
return { outcome, redis.call('HGETALL', entry) }
