-- Puts a task back, as the next one to run.
-- KEYS  1 active list, 2 lease zset, 3 pending list, 4 task hash
-- ARGV  1 ID
if redis.call('LREM', KEYS[1], 0, ARGV[1]) == 0 or redis.call('ZREM', KEYS[2], ARGV[1]) == 0 then
  return redis.error_reply('NOT FOUND')
end
redis.call('RPUSH', KEYS[3], ARGV[1])
redis.call('HSET', KEYS[4], 'state', 'pending')
return redis.status_reply('OK')
