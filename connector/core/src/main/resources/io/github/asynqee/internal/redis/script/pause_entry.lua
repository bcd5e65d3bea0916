-- Lets the ticks of a periodic entry pass without a task from now on. Private.
-- KEYS  1 state of the entry
-- ARGV  1 now in Unix seconds, 2 life of the state in seconds
-- Reply fields and values of the state
local entry = KEYS[1]
redis.call('HSET', entry, 'paused', ARGV[1])
redis.call('EXPIRE', entry, ARGV[2])
return redis.call('HGETALL', entry)
