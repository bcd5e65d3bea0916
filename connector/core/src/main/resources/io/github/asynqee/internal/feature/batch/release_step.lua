-- Ends the time for which a task of a chain is kept as a proof that it has succeeded. Private: asynq has no such operation.
-- KEYS  1 task hash, 2 completed zset
-- ARGV  1 ID, 2 its msg as it was read, 3 the msg with the retention that its producer requested, 4 the end of this
--       retention, Unix seconds; empty to delete the task
-- Reply 1 done, 0 the task is not completed or has changed
-- include whole_slot needs
if redis.call('HGET', KEYS[1], 'msg') ~= ARGV[2] or not redis.call('ZSCORE', KEYS[2], ARGV[1]) then
  return 0
end
needs('ZREM', 'ZADD', 'HSET')
if ARGV[4] == '' then
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('DEL', KEYS[1])
else
  redis.call('HSET', KEYS[1], 'msg', ARGV[3])
  redis.call('ZADD', KEYS[2], 'XX', ARGV[4], ARGV[1])
end
return 1
