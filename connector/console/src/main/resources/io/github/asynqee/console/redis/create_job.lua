-- Writes a new job with its time to live.
-- KEYS  1 job hash
-- ARGV  1 time to keep in s, then fields and values
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
