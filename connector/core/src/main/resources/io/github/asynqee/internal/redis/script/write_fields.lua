-- Stores fields of a task the caller is running, such as its result (protocol 5.2: write result). Does not recreate a deleted task.
-- KEYS  1 lease zset, 2 task hash
-- ARGV  1 ID, 2 lease score from, 3 lease score to, 4 name of the dequeue or empty, 5 field, 6 value; further fields and values
-- Reply 1 stored, 0 another caller has the task
-- include read held
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not is_leased(score, ARGV[2], ARGV[3]) or is_taken(KEYS[2], ARGV[4]) or redis.call('HEXISTS', KEYS[2], 'msg') == 0 then
  return 0
end
redis.call('HSET', KEYS[2], unpack(ARGV, 5))
return 1
