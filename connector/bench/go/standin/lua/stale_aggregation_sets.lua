-- Finds aggregations whose deadline has passed.
-- KEYS  1 zset of staged sets
-- ARGV  1 now, Unix seconds
-- Reply their keys
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
