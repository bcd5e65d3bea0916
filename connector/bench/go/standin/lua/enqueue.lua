-- Stores a task, ready to run.
-- KEYS  1 task hash, 2 pending list
-- ARGV  1 msg, 2 ID, 3 now, Unix nanoseconds
-- Reply 1 stored, 0 ID taken
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], 'msg', ARGV[1], 'state', 'pending', 'pending_since', ARGV[3])
redis.call('LPUSH', KEYS[2], ARGV[2])
return 1
