-- Checks the keys of limits whose check is due: a key becomes ready if it has blocked tasks and capacity. Also checks keys of tasks whose
-- worker has died and removes these tasks, and removes keys whose pause has ended. If a late key belongs to an unknown limit, because
-- the limit was renamed and no node has the former name, the key becomes ready under each known limit; if keys take turns in the former
-- or the new limit, or no limit is known, tasks of the key become pending. For a queue that is fair between keys, blocks tasks of a long
-- pending list and shows the first blocked task.
-- KEYS  1 pending list, 2 scheduled zset, 3 lease zset, then the semaphores of the limits, last the paused flag
-- ARGV  1 prefix of private keys of limits, 2 prefix of task hashes, 3 how many keys at most, 4 from which index on running
--       tasks are checked, negative for none, 5 how many of them, 6 the time at which blocked tasks become pending again, Unix seconds;
--       then for each limit: name, how many tasks of a key may run, or 0, how many may start
--       within a period, or 0, the period in microseconds
-- Reply how many keys are ready, or tasks were made pending; the milliseconds until the next check, nil if no task is blocked; the index
--       from which the next call checks; how many tasks were blocked
-- include whole_slot read needs take route limit_key where limits turns
-- how many tasks of a key become pending at once, and how many blocked tasks of late keys one call reads
local FREED, READ = 100, 500
local limits = limits_of(ARGV[1], ARGV[2], KEYS[1], KEYS[2], KEYS[3])
local known = {}
for i = 7, #ARGV, 4 do
  known[ARGV[i]] = {name = ARGV[i], by = fair_by(ARGV[i]), running = tonumber(ARGV[i + 1]), starts = tonumber(ARGV[i + 2]),
    period = tonumber(ARGV[i + 3])}
end
local full = is_full()
if full then
  -- removes nothing: after a write, even a full Redis admits tasks and plans the next check
  redis.call('DEL', missing)
end
local ready, lined, next = 0, 0, math.huge

-- no node has the limit of a key: the key becomes ready under the known limits, or its tasks become pending
local function free(key, left)
  if fair(key) then
    return turns_of(limits, {name = key}, ARGV[1], ARGV[2], KEYS[1], ARGV[6]).free(FREED)
  elseif not ARGV[7] then
    return limits.free(key, left, true)
  end
  local freed, read = 0, 0
  for name, other in pairs(known) do
    if fair(name) then
      freed, read = limits.free(key, FREED)
    else
      limits.serve(other, key, 1)
    end
  end
  return freed, read
end
local from, died = tonumber(ARGV[4]), {}
if from >= 0 then
  from, died = limits.sweep(from, tonumber(ARGV[5]))
end
local due, late = limits.due(ARGV[3])
local examined, left = false, READ
for _, key in ipairs(due) do
  local limit = known[string.match(key, '^%S*')]
  if limit then
    limits.serve(limit, key, limits.room(key, limit))
    examined = true
  elseif late[key] and left > 0 then
    local freed, read = free(key, left)
    ready, left, examined = ready + freed, left - read, true
  end
  died[key] = nil
end
for key in pairs(died) do
  local limit = known[string.match(key, '^%S*')]
  if limit and not fair(key) then
    limits.serve(limit, key, limits.room(key, limit))
  elseif not limit then
    limits.hasten(key)
  end
end
limits.served('CH')
for name, limit in pairs(known) do
  if not fair(name) then
    ready = ready + limits.count_ready(limit)
  elseif redis.call('EXISTS', KEYS[#KEYS]) == 0 then
    local let_in, more, aside = turns_of(limits, limit, ARGV[1], ARGV[2], KEYS[1], ARGV[6]).tidy(full)
    ready, lined, next = ready + let_in, lined + aside, math.min(next, more or next)
  end
end
limits.forget()
limits.reopen()
next = math.min(next, examined and #due == tonumber(ARGV[3]) and 0 or limits.next_look() or next)
return {ready, next < math.huge and next, from, lined}
