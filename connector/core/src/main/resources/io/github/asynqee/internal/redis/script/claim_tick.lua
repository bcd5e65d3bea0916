-- Claims a tick of a periodic entry for one scheduler, which then produces its payload. Private.
-- KEYS  1 state of the entry
-- ARGV  1 tick in Unix seconds, 2 spec, 3 anchor and 4 last processed tick as in join_entry, 5 life of the state in
--       seconds, 6 name of the scheduler, 7 now in Unix milliseconds, 8 life of the claim in milliseconds, 9 whether a
--       tick later than the time of Redis is refused: 1 or 0
-- Reply 1 outcome: 8 claimed, 2 already processed, 3 processed without a task, because the entry is paused, 4 another
--       spec is effective, 5 another scheduler has a claim, 9 the tick is not due yet; 2 fields and values of the state
-- include keep_entry known_entry is_early
local entry, tick, node, now = KEYS[1], ARGV[1], ARGV[6], tonumber(ARGV[7])
local function reply(outcome)
  return { outcome, redis.call('HGETALL', entry) }
end
if not known_entry(entry, ARGV[2], ARGV[3], ARGV[4], ARGV[5]) then
  return reply(4)
end
if tonumber(tick) <= tonumber(redis.call('HGET', entry, 'last')) then
  return reply(2)
end
if is_early(tick, ARGV[9]) then
  return reply(9)
end
if redis.call('HEXISTS', entry, 'paused') == 1 then
  redis.call('HSET', entry, 'last', tick)
  return reply(3)
end
local claim = redis.call('HGET', entry, 'claim')
if claim then
  local till, owner = claim:match('^%d+ (%d+) (.*)$')
  if owner ~= node and tonumber(till) > now then
    return reply(5)
  end
end
redis.call('HSET', entry, 'claim', tick .. ' ' .. string.format('%.0f', now + tonumber(ARGV[8])) .. ' ' .. node)
return reply(8)
