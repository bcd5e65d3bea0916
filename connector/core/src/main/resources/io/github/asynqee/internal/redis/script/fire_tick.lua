-- Processes a tick of a periodic entry: stores its task once, however many schedulers try. Private, together with an
-- operation of protocol 5.1.
-- KEYS  1 state of the entry; 2 to 5 the new task as in include/store, absent to process the tick without a task
-- ARGV  1 to 6 the new task as in include/store, 1 empty if there is none; 7 tick in Unix seconds, 8 spec, 9 anchor and
--       10 last processed tick as in join_entry, 11 life of the state in seconds, 12 name of the scheduler, 13 now in
--       Unix nanoseconds, 14 whether a tick later than the time of Redis is refused: 1 or 0
-- Reply 1 outcome: 1 stored, 2 already processed, 3 processed without a task, 4 another spec is effective, 6 another
--       task has the ID, 7 another task holds the lock, 9 the tick is not due yet; 2 fields and values of the state. In
--       cases 6 and 7 the tick is processed without a task
-- include whole_slot needs claim store keep_entry known_entry remember_firing is_early
local entry, tick = KEYS[1], ARGV[7]
local function reply(outcome)
  return { outcome, redis.call('HGETALL', entry) }
end
if not known_entry(entry, ARGV[8], ARGV[9], ARGV[10], ARGV[11]) then
  return reply(4)
end
if tonumber(tick) <= tonumber(redis.call('HGET', entry, 'last')) then
  return reply(2)
end
if is_early(tick, ARGV[14]) then
  return reply(9)
end
needs('HLEN', 'HDEL', 'HSET', 'HGETALL')
local passes = ARGV[1] == '' or redis.call('HEXISTS', entry, 'paused') == 1
local stored = not passes and store(2)
redis.call('HSET', entry, 'last', tick)
redis.call('HDEL', entry, 'claim')
if passes then
  return reply(3)
end
if stored ~= 1 then
  return reply(stored == 0 and 6 or 7)
end
redis.call('HSET', entry, 'fired', tick)
remember_firing(entry, ARGV[2], tick .. ' ' .. ARGV[13] .. ' ' .. ARGV[12])
return reply(1)
