-- Registers a scheduler of a periodic entry. Private: asynq has no such operation.
-- KEYS  1 state of the entry
-- ARGV  1 spec, 2 anchor, 3 last processed tick, both in Unix seconds as known to this scheduler, 4 now in Unix
--       seconds, 5 whether the scheduler begins with this spec, 6 after how many seconds without a heartbeat of its schedulers a
--       spec is abandoned, 7 life of the state in seconds, 8 whether the scheduler produces the payloads,
--       9 whether a last tick later than the time of Redis is set back: 1 or 0
-- The spec of the scheduler that started last is used. Its ticks begin at the last heartbeat of the previous spec, or at the
-- time for which a spec is kept, so that a redeployment loses no tick. A spec that replaces an abandoned spec also continues from
-- the last heartbeat of that spec. A last tick in the future, because the clock of Redis was set back, would suspend the entry
-- until then, so it is set to now.
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
