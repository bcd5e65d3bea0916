-- Ends the pause of a periodic entry. Ticks that passed during the pause are not made up for. Private.
-- KEYS  1 state of the entry
-- ARGV  1 now in Unix seconds, 2 life in seconds of the state of an entry that no scheduler runs any longer
-- Reply fields and values of the state
-- include whole_slot needs
local entry = KEYS[1]
needs('HGET', 'HSET', 'HEXISTS', 'EXPIRE', 'HGETALL')
if redis.call('HDEL', entry, 'paused') == 1 then
  local last = redis.call('HGET', entry, 'last')
  if last and tonumber(last) < tonumber(ARGV[1]) then
    redis.call('HSET', entry, 'last', ARGV[1])
  end
  if redis.call('HEXISTS', entry, 'forgotten') == 1 then
    redis.call('EXPIRE', entry, ARGV[2])
  end
end
return redis.call('HGETALL', entry)
