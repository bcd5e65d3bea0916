-- Makes a scheduler known as one that runs a periodic entry. Private: asynq has no such operation.
-- KEYS  1 state of the entry
-- ARGV  1 spec, 2 anchor, 3 last tick dealt with, both in Unix seconds as far as this scheduler knows, 4 now in Unix
--       seconds, 5 whether the scheduler begins with this spec, 6 after how many seconds without a sign of its
--       schedulers a spec is given up, 7 life of the state in seconds, 8 whether the scheduler produces the payloads,
--       9 whether a last tick later than the time of Redis is set back: 1 or 0
-- The spec of the scheduler that begins last counts. Its ticks count from the last sign of the spec before, at most as long
-- ago as a spec is kept, so that a redeployment loses none. A spec that replaces one that was given up continues where that
-- was, with the ticks since the last sign of that spec. A last tick that lies ahead, because the clock of Redis was set
-- back, would let no tick run until that time: it is set to now.
-- Reply fields and values of the state
-- include whole_slot keep_entry known_entry is_early
local entry, now = KEYS[1], tonumber(ARGV[4])
if not known_entry(entry, ARGV[1], ARGV[2], ARGV[3], ARGV[7]) then
  local seen = tonumber(redis.call('HGET', entry, 'seen') or 0)
  if ARGV[5] == '0' and now - seen <= tonumber(ARGV[6]) then
    return redis.call('HGETALL', entry)
  end
  local anchor, from = ARGV[4], now
  if seen > 0 then
    from = math.max(math.min(seen, now), now - tonumber(ARGV[6]))
  end
  if ARGV[5] == '0' then
    anchor, from = ARGV[2], math.max(tonumber(ARGV[3]), math.min(seen, now))
  end
  local last = math.max(tonumber(redis.call('HGET', entry, 'last')), from)
  redis.call('HSET', entry, 'spec', ARGV[1], 'anchor', anchor, 'last', string.format('%.0f', last))
  redis.call('HDEL', entry, 'claim')
end
if is_early(redis.call('HGET', entry, 'last'), ARGV[9]) then
  redis.call('HSET', entry, 'last', ARGV[4])
end
redis.call('HSET', entry, 'seen', ARGV[4])
redis.call('HDEL', entry, 'forgotten', 'produced')
if ARGV[8] == '1' then
  redis.call('HSET', entry, 'produced', 1)
end
redis.call('EXPIRE', entry, ARGV[7])
return redis.call('HGETALL', entry)
