-- Leases the next tasks of a queue for which the caller has a free lane, as dequeue_matching does. If a route has a limit, only as
-- many tasks of each key are leased as its capacity allows: first blocked tasks of ready keys, then pending tasks. Other tasks become
-- blocked: they are scheduled, with a time at which any peer makes them pending again. A route that is fair between keys must be the
-- only route of the queue: its tasks are admitted first, and more tasks are blocked than are leased.
-- KEYS  1 to 5 as in dequeue_matching, 6 scheduled zset, then the semaphores of the limits
-- ARGV  1 to 9 as in dequeue_matching; then for each route the four arguments of dequeue_matching, and 5 name of its
--       limit, or empty, 6 by what its keys are: queue, type, header:<name> or json:<pointer>, 7 how many tasks of a
--       key may run, or 0, 8 how many may start within a period, or 0, 9 the period in microseconds; last the prefix of
--       private keys of limits, and the time at which blocked tasks become pending again, Unix seconds
-- Reply as in dequeue_matching; then a list: how many tasks of each route were blocked, the milliseconds until the next
--       check of their keys, 0 if some have become ready, or nil, and for each leased task the key of its limit, or
--       empty
-- include whole_slot read needs bounded take route mark match limit_key where limits turns
local aside_till = tonumber(table.remove(ARGV))
local base = table.remove(ARGV)
local limits = limits_of(base, ARGV[2], KEYS[1], KEYS[6], KEYS[4])
local keys, keys_of, in_turn, aside = {}, {}, {}, {}
-- members of the running set for tasks that were not blocked and whose keys certainly have capacity
local plain = {}
-- how many tasks of each route were blocked
local postponed, wanted = {}, 0
for i = 1, (#ARGV - 9) / 9 do
  postponed[i], wanted = 0, wanted + math.max(0, ARGV[9 * i + 3])
end
-- asynq's default time limit
local TIMEOUT = 1800

-- by hash, the field to remove when a blocked task is admitted
limits.left = {}
-- blocked tasks of ready keys that have no lane here; whether blocked queues or ready keys have changed, and whether there may be more
local others, progress, more_ready = {}, false, false
-- tasks of blocked queues that routes without a limit have taken
local gone = {}

function limits.of(at)
  limits.any_rated = limits.any_rated or ARGV[at + 3] ~= '0'
  return ARGV[at] ~= '' and {name = ARGV[at], by = ARGV[at + 1], running = tonumber(ARGV[at + 2]),
    starts = tonumber(ARGV[at + 3]), period = tonumber(ARGV[at + 4]), route = (at - 5) / 9} or nil
end

-- whether a key belongs to another limit that no node seemed to have: each call makes a hundred of its tasks pending
local function is_foreign(limit, key)
  return string.match(key, '^%S*') ~= limit.name
end

-- the state of a key: its remaining capacity, and the positions of admitted tasks
local function opened(limit, key)
  if not keys[key] then
    local room, again = KEYS_EXAMINED, nil
    if not is_foreign(limit, key) then
      room, again = limits.room(key, limit)
    end
    keys[key] = {limit = limit, room = room, again = again, most = room, places = {}}
  end
  return keys[key]
end

-- number of blocked tasks before a position, without tasks admitted by this call; if the key has no capacity, this is a lower bound
local function ahead(key, place, state)
  if not place then
    state.ahead = state.ahead or limits.ahead(key, state.most)
    return state.ahead - #state.places
  end
  local before = limits.ahead(key, state.most, place)
  for _, other in ipairs(state.places) do
    before = before - (other < place and 1 or 0)
  end
  return before
end

-- the time at which an attempt that begins now must end, Unix seconds: by the timeout and the deadline of the task (fields 8 and 9)
local function ends_at(msg)
  local now = tonumber(redis.call('TIME')[1])
  local timeout, deadline = number(msg, 64), number(msg, 72)
  local till = now + (timeout > 0 and timeout or deadline > 0 and math.huge or TIMEOUT)
  return string.format('%.0f', deadline > 0 and math.min(till, deadline) or till)
end

function limits.admits(limit, id, msg, waits)
  local key = limit_key(limit, msg)
  local place, line = limits.place(waits)
  if limit.open == nil then
    limit.open = fair(limit.name) or limits.is_open(limit, wanted)
  end
  if limit.open and not place then
    plain[#plain + 1] = 0
    plain[#plain + 1] = key .. '\0' .. id
    keys_of[id] = key
    return true
  end
  local task = {key = key, limit = limit, place = place, line = line, id = id}
  limits.left[ARGV[2] .. id] = place and 'asynqee:limit'
  if limit.open then
    in_turn[#in_turn + 1], keys_of[id] = task, key
    return true
  end
  local state = opened(limit, key)
  local before = state.room > 0 and ahead(key, place, state)
  if before and before < state.room then
    -- the key may have capacity that only this call has noticed
    state.served = state.served or place or before > 0
    state.room = state.room - 1
    if place then
      table.insert(state.places, place)
    end
    task.till = semaphore(key) and ends_at(msg)
    in_turn[#in_turn + 1], keys_of[id] = task, key
    return true
  end
  state.waits, task.place = true, place or limits.new_place()
  aside[#aside + 1] = task
  postponed[limit.route] = postponed[limit.route] + 1
  return false
end

-- a route without a limit takes a task: the task leaves its blocked queue, but keeps its position for the case that it
-- is requeued
function limits.taken_by_others(id, waits)
  local place, line = limits.place(waits)
  gone[#gone + 1] = place and {line = line, place = place, id = id}
end

-- leases a blocked task of a key if one of the routes with this limit handles it. Returns whether to continue with the
-- next task, and whether the task now has another key because the limit derives keys differently; then it uses no
-- capacity of this key.
local function take_aside(task, limit, state, route_of, lease)
  local hash = ARGV[2] .. task.id
  local msg = message(hash)
  local route = msg and route_of(msg)
  if not msg then
    return true
  elseif not route.limit or route.limit.name ~= limit.name or limit_key(limit, msg) ~= task.key then
    -- the worker that handles the task finds it at the head of the queue
    others[#others + 1] = task
    return true, route.limit and route.limit.name == limit.name and not is_foreign(limit, task.key)
  elseif route.left <= 0 or not lease(route, task.id, msg) then
    return false
  end
  state.room, progress = state.room - 1, true
  table.insert(state.places, task.place)
  task.limit, task.till = limit, semaphore(task.key) and ends_at(msg)
  task.line = task.key
  limits.left[hash] = 'asynqee:limit'
  in_turn[#in_turn + 1], keys_of[task.id] = task, task.key
  return true
end

-- leases tasks of a ready key while wanted() is positive; returns how many entries of its blocked queue were read
local function take_line(key, limit, wanted, route_of, lease, most)
  local state, at, waits, examined = opened(limit, key), 0, 0, 0
  state.served, progress = true, progress or state.room <= 0
  while state.room > 0 and waits < state.most and examined < most and wanted() > 0 do
    local found, read = limits.line(key, at, math.min(state.most - waits, wanted(), most - examined))
    progress = progress or read > #found or read == 0 and waits == 0
    if read == 0 then
      break
    end
    examined, at = examined + read, at + #found
    for _, task in ipairs(found) do
      local continue, moves = true, false
      if task.aside then
        continue, moves = take_aside(task, limit, state, route_of, lease)
      end
      if not continue then
        return examined, true
      end
      waits = waits + (moves and 0 or 1)
    end
  end
  return examined, false
end

-- take_aside(routes, route_of, lease): leases blocked tasks of ready keys. lease(route, id, msg) leases a task, and returns false if the
-- reply is full.
function limits.take_aside(routes, route_of, lease)
  local of, left = {}, EXAMINED_OF_LINES
  for _, route in ipairs(routes) do
    local name = route.limit and not fair(route.limit.name) and route.limit.name
    if name then
      of[name] = of[name] or {}
      table.insert(of[name], route)
    end
  end
  for _, same in pairs(of) do
    local limit, passed = same[1].limit, {}
    local function wanted()
      local sum = 0
      for _, route in ipairs(same) do
        sum = sum + math.max(0, route.left)
      end
      return sum
    end
    local found = wanted() > 0 and limits.ready(limit) or {}
    for _, key in ipairs(found) do
      if wanted() <= 0 or left <= 0 then
        break
      end
      if is_foreign(limit, key) and (of[string.match(key, '^%S*')] or keys[key]) then
        -- another limit examines the key in this call; a task must not be leased or made pending twice
        limits.not_ready(limit, key)
      else
        local examined, busy = take_line(key, limit, wanted, route_of, lease, left)
        left = left - examined
        if busy or keys[key].room > 0 then
          passed[#passed + 1] = key
        end
      end
    end
    more_ready = more_ready or progress and (left <= 0 or #found == KEYS_EXAMINED)
    if #passed > 0 then
      limits.next_turn(limit, passed)
    end
  end
end

function limits.prepare()
  if #aside > 0 or limits.any_wait() or limits.any_rated then
    limits.check(in_turn)
  else
    limits.check_leases(in_turn)
  end
end

local turns = fair(ARGV[14]) and turns_of(limits, limits.of(14), base, ARGV[2], KEYS[1], aside_till)
local is_more
if turns and redis.call('EXISTS', KEYS[2]) == 0 then
  is_more, postponed[1] = turns.let_in(tonumber(ARGV[12]))
end
local reply = match(9, limits)
if reply.err or reply[1] == 1 then
  return reply
end
limits.forget()
limits.let_in(in_turn, plain)
for _, task in ipairs(aside) do
  if task.line and task.line ~= task.key then
    limits.leave(task.line, task.place, task.id)
  end
  task.score = aside_score(aside_till, task.place)
end
limits.postpone(aside)
if #others > 0 then
  limits.check()
end
limits.make_pending(others)
for _, task in ipairs(gone) do
  limits.leave(task.line, task.place, task.id)
end
if is_more then
  -- the route is not exhausted
  reply[9] = 0
end
for i = 1, more_ready and #postponed or 0 do
  reply[7 + 2 * i] = 0
end
for key, state in pairs(keys) do
  if state.waits or state.served then
    local room, again = state.room, state.again
    if is_foreign(state.limit, key) then
      -- the next call continues with the rest of its blocked queue
      room = 1
    elseif state.limit.starts > 0 or semaphore(key) then
      -- the time of the next start depends on the starts of this call
      room, again = limits.room(key, state.limit)
    end
    limits.serve(state.limit, key, room, again)
  end
end
local next_look = limits.served('LT') and 0 or limits.soonest()
local of = {postponed, next_look or false}
local leased, noted = {}, {}
for i = 7 + 2 * #postponed + 1, #reply, 3 do
  of[#of + 1] = keys_of[reply[i]] or ''
  if reply[i + 1] then
    leased[#leased + 1], noted[#noted + 1] = reply[i], of[#of]
  end
end
if #leased > 0 then
  -- a caller whose reply is lost also reads the keys
  redis.call('SET', KEYS[5], ARGV[3] .. '\n' .. table.concat(leased, '\n') .. '\n\n' .. table.concat(noted, '\n'), 'EX', ARGV[4])
end
reply[#reply + 1] = of
return reply
