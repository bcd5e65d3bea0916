-- Adds an event to the history of a scheduler's entry (protocol 5.6: record enqueue event).
-- KEYS  1 history zset
-- ARGV  1 time of the event, Unix seconds, 2 the event, 3 history size that is not exceeded, 4 life of the history in
--       seconds, counted from the last event
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -tonumber(ARGV[3]))
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return redis.status_reply('OK')
