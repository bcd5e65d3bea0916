-- Deletes a task that succeeded.
-- KEYS  1 active list, 2 lease zset, 3 task hash, 4 processed of the day, 5 processed in total, 6 the lock if there is one
-- ARGV  1 ID, 2 expiry of the daily counter, Unix seconds, 3 largest counter value
if redis.call('LREM', KEYS[1], 0, ARGV[1]) == 0 or redis.call('ZREM', KEYS[2], ARGV[1]) == 0
    or redis.call('DEL', KEYS[3]) == 0 then
  return redis.error_reply('NOT FOUND')
end
if redis.call('INCR', KEYS[4]) == 1 then
  redis.call('EXPIREAT', KEYS[4], ARGV[2])
end
if redis.call('INCR', KEYS[5]) == tonumber(ARGV[3]) then
  redis.call('SET', KEYS[5], 1)
end
if KEYS[6] and redis.call('GET', KEYS[6]) == ARGV[1] then
  redis.call('DEL', KEYS[6])
end
return redis.status_reply('OK')
