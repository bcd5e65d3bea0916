-- A scheduler no longer runs a periodic entry: its state expires, unless another scheduler joins before. Private.
-- KEYS  1 state of the entry
-- ARGV  1 life of the state in seconds, 2 the same for an entry that is paused
local entry = KEYS[1]
if redis.call('EXISTS', entry) == 1 then
  redis.call('HSET', entry, 'forgotten', 1)
  redis.call('EXPIRE', entry, ARGV[redis.call('HEXISTS', entry, 'paused') + 1])
end
return redis.status_reply('OK')
