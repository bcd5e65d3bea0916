-- Lets a paused periodic entry go on; what was due meanwhile is not made up. Private.
-- KEYS  1 state of the entry
-- ARGV  1 now in Unix seconds
-- Reply fields and values of the state
local entry = KEYS[1]
if redis.call('HDEL', entry, 'paused') == 1 then
  local last = redis.call('HGET', entry, 'last')
  if last and tonumber(last) < tonumber(ARGV[1]) then
    redis.call('HSET', entry, 'last', ARGV[1])
  end
end
return redis.call('HGETALL', entry)
