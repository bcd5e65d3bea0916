-- Stores a task of a periodic entry independently of its ticks. Private, together with an operation of protocol 5.1.
-- KEYS  1 state of the entry; 2 STRING, there if the task has been stored; 3 to 6 the new task as in include/store
-- ARGV  1 to 6 the new task as in include/store; 7 now in Unix seconds, 8 now in Unix nanoseconds, 9 name of the
--       scheduler, 10 life of the state in seconds, if there is none yet, 11 for how many seconds the call may be
--       repeated
-- Reply 1 outcome: 1 stored, now or by an earlier call with the same ID, 6 another task has the ID, 7 another task
--       holds the lock; 2 fields and values of the state
-- include whole_slot needs claim store keep_entry remember_firing
local entry, done = KEYS[1], KEYS[2]
local outcome = 1
if redis.call('EXISTS', done) == 0 then
  -- changes nothing, but a full Redis refuses it; after a write, a full Redis would refuse no command
  redis.call('SET', missing, '-', 'XX')
  needs('SET', 'HLEN', 'HSET', 'TTL', 'EXPIRE', 'HGETALL')
  local stored = store(3)
  if stored == 1 then
    redis.call('SET', done, 1, 'EX', ARGV[11])
    remember_firing(entry, ARGV[2], ARGV[7] .. ' ' .. ARGV[8] .. ' ' .. ARGV[9])
    keep_entry(entry, ARGV[10])
  else
    outcome = stored == 0 and 6 or 7
  end
end
return { outcome, redis.call('HGETALL', entry) }
