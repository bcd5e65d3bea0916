-- Serves the keys of limits that are due for a look: as many of the tasks that wait for them as may start now are made pending,
-- at the head of the queue. Lines up tasks of a long queue that is fair between keys. Forgets tasks whose worker has died, and
-- keys that are no longer closed.
-- KEYS  1 pending list, 2 scheduled zset, 3 lease zset, then the semaphores of the limits, last the paused flag
-- ARGV  1 prefix of private keys of limits, 2 prefix of task hashes, 3 how many keys at most, 4 from which index on the tasks
--       that run are checked, negative if none are, 5 how many of them, 6 the time at which tasks that are lined up are
--       pending again, Unix seconds; then for each limit: name, how many tasks of a key may run, or 0, how many may start
--       within a period, or 0, the period in microseconds
-- Reply how many tasks were made pending; the milliseconds until the next look, nil if no task waits; the index from which
--       the next call checks; how many tasks were lined up
-- include whole_slot read needs take route limit_key where limits turns
local limits = limits_of(ARGV[1], ARGV[2], KEYS[1], KEYS[2], KEYS[3])
local known = {}
for i = 7, #ARGV, 4 do
  known[ARGV[i]] = {name = ARGV[i], by = fair_by(ARGV[i]), running = tonumber(ARGV[i + 1]), starts = tonumber(ARGV[i + 2]),
    period = tonumber(ARGV[i + 3])}
end
local full = is_full()
if full then
  -- removes nothing: after a write, a full Redis lets tasks in, and plans the next look
  redis.call('DEL', missing)
end
local moved, lined, next = 0, 0, math.huge
for _, key in ipairs(limits.due(ARGV[3])) do
  local limit = known[string.match(key, '^%S*')]
  local room, again = 0, nil
  if limit then
    room, again = limits.room(key, limit)
  end
  moved = moved + limits.serve(key, room, again, true)
end
limits.served('CH')
for name, limit in pairs(known) do
  if fair(name) and redis.call('EXISTS', KEYS[#KEYS]) == 0 then
    local let_in, more, aside = turns_of(limits, limit, ARGV[1], ARGV[2], KEYS[1], ARGV[6]).tidy(full)
    moved, lined, next = moved + let_in, lined + aside, math.min(next, more or next)
  end
end
limits.forget()
limits.reopen()
next = math.min(next, limits.next_look() or next)
local from = tonumber(ARGV[4])
return {moved, next < math.huge and next, from < 0 and from or limits.sweep(from, tonumber(ARGV[5])), lined}
