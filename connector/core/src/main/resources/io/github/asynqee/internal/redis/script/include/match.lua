-- match(width, limits): does the work of dequeue_matching, with its KEYS, ARGV and reply. Each route has width arguments. limits
-- is nil if no route has a limit. Tasks that limits does not admit are removed from the list without a lease. Blocked tasks that
-- may start are leased first, from the scheduled zset. Needs whole_slot read bounded take route mark.
local function match(width, limits)
  if redis.call('EXISTS', KEYS[2]) == 1 then
    return {1}
  end
  local pending, routes, marked = KEYS[1], {}, {}
  -- indices count from the tail of the list: the next pushed task has index 0
  local size, walked = redis.call('LLEN', pending), 0
  local function walk(entries)
    walked = walked + entries
  end
  local find = mark_finder(pending, size, ARGV[9], walk)

  for i = 10, #ARGV, width do
    -- a route has seen all tasks from this index on
    local route = {kind = ARGV[i], prefix = ARGV[i + 1], left = tonumber(ARGV[i + 2]), seen = size,
      limit = limits and limits.of(i + 4)}
    local index, id = find(ARGV[i + 3])
    if index then
      route.seen, route.mark, route.mark_index = index, id, index
      marked[id] = marked[id] or {}
      table.insert(marked[id], route)
    end
    routes[#routes + 1] = route
  end
  local foreign, unusable = {left = -1}, {left = math.huge}
  local route_of = router(routes, foreign, unusable)

  -- the route that wants tasks and has seen the least; nil if no route wants tasks
  local function next_route()
    local next
    for _, route in ipairs(routes) do
      if route.left > 0 and (not next or route.seen > next.seen) then
        next = route
      end
    end
    return next
  end

  local message_of = limits and limits.message or message
  local tasks, out, taken, hashes, leases, sampled = {}, {}, {}, {}, {}, tonumber(ARGV[5])
  local over, looked, jumped, handled, first_out = {}, 0, false, true, nil
  local fits, is_full = fitting(), false
  local aside = {}
  -- the last task that was passed over, or the mark from which the search continued
  local passed, passed_index

  local function mark(route)
    route.mark, route.mark_index = passed, passed_index
  end

  -- a task is taken out of the list: a mark at this task would be lost, so the task passed over before it becomes the
  -- mark
  local function leave(id, index)
    for _, other in ipairs(marked[id] or {}) do
      if other.mark == id and other.mark_index == index then
        mark(other)
      end
    end
  end

  local function lease(route, id, msg, hash)
    local at = #tasks
    tasks[at + 1], tasks[at + 2], tasks[at + 3] = id, msg, at / 3 < sampled and pending_since(hash, msg)
    if msg then
      local n = #taken + 1
      taken[n], hashes[n] = id, hash
      leases[2 * n - 1], leases[2 * n] = ARGV[1], id
    end
    route.left = route.left - 1
  end

  if limits then
    limits.take_aside(routes, route_of, function(route, id, msg)
      is_full = is_full or not fits(#msg)
      if not is_full then
        aside[#aside + 1] = id
        lease(route, id, msg, ARGV[2] .. id)
      end
      return not is_full
    end)
  end
  local wanting = next_route()

  -- examines the task at an index, and takes it or passes it over
  local function look(index, id)
    looked = looked + 1
    local hash = ARGV[2] .. id
    local msg, waits = message_of(hash)
    local route = msg and route_of(msg) or unusable
    local stands_at_head = index == size - 1 and route.left < 0
    if route.left <= 0 and not (stands_at_head and id == ARGV[8]) then
      handled = handled and not stands_at_head
      passed, passed_index = id, index
      over[#over + 1] = id
      return
    end
    is_full = not fits(msg and #msg or 0)
    if is_full then
      return
    end
    out[#out + 1] = index
    first_out = first_out or id
    if route.limit and route.left > 0 and not limits.admits(route.limit, id, msg, waits) then
      leave(id, index)
      return
    end
    if limits and not route.limit then
      limits.taken_by_others(id, waits)
    end
    lease(route, id, msg, hash)
    if route.left == 0 then
      if index < route.seen then
        mark(route)
      end
      wanting = next_route()
    end
    leave(id, index)
  end

  local index, step, budget = size - 1, tonumber(ARGV[7]), tonumber(ARGV[6])
  -- tasks that cannot run are taken although no route wants them, but only as many as Lua can pass to one command;
  -- fewer tasks if a limit blocks tasks, because each is more work
  local most = limits and 250 or 1000
  while wanting and not is_full and index >= 0 and #over < budget and #out < most do
    local ids = redis.call('LRANGE', pending, math.max(0, index - step + 1), index)
    for i = #ids, 1, -1 do
      look(index, ids[i])
      if is_full then
        break
      end
      index = index - 1
      if not wanting then
        break
      end
    end
    step = math.min(2 * step, 256, math.max(budget - #over, 1))
    if wanting and wanting.seen <= index then
      jumped = jumped or wanting.seen < index + 1
      index, passed, passed_index = wanting.seen - 1, wanting.mark, wanting.mark_index
    end
  end
  for _, route in ipairs(routes) do
    if route.left > 0 and index + 1 < route.seen then
      mark(route)
    end
  end

  -- commands that Redis may refuse are tried before anything is changed, because a command that fails ends the script
  redis.call('LINDEX', pending, 0)
  if limits and #out + #aside > 0 then
    limits.prepare()
  end
  local rewrites = not jumped and #over <= 4 * #out
  if #out > 0 and not rewrites then
    -- removes nothing: after a write, a full Redis also executes LSET
    redis.call('LTRIM', pending, 0, -1)
    redis.call('LSET', pending, out[1], first_out)
    redis.call('LREM', missing, 0, '')
  elseif #out > 0 and #over > 0 then
    redis.call('LTRIM', pending, 0, -1)
    redis.call('RPUSH', pending, over[1])
    redis.call('LTRIM', pending, 0, -2)
  end
  -- a call that takes nothing must not write, because a write wakes all workers that track the queue
  local refused = #out + #aside > 0 and take(taken, hashes, leases, KEYS[5], function()
    if #aside > 0 then
      redis.call('ZREM', KEYS[6], unpack(aside))
    end
    if #out == 0 then
      return
    end
    local first, last = out[1], out[#out]
    if rewrites then
      -- tasks that were passed over on the way are returned
      redis.call('LTRIM', pending, 0, last - 1 - size)
      local kept = {}
      for i = size - last - #out, 1, -1 do
        kept[#kept + 1] = over[i]
      end
      if #kept > 0 then
        redis.call('RPUSH', pending, unpack(kept))
      end
      return
    end
    -- removes all tasks in one pass over the list, instead of one pass for each; no ID has this value
    local gone = '\0gone'
    for _, at in ipairs(out) do
      redis.call('LSET', pending, at, gone)
    end
    local from_tail = first < size - last
    redis.call('LREM', pending, from_tail and #out or -#out, gone)
    -- each LSET skips many entries at a time
    local far = from_tail and first + 1 or size - last
    walk(far + math.floor(#out * far / 1000))
  end, limits and limits.left)
  if refused then
    return refused
  end
  local newest, oldest = redis.call('LINDEX', pending, 0), redis.call('LINDEX', pending, -1)
  local anchor = newest and size - #out .. ' ' .. identified(newest) or ''
  local reply = {0, looked, walked, newest, oldest, not handled and oldest, anchor}
  for _, route in ipairs(routes) do
    if route.mark then
      local before = 0
      while before < #out and out[before + 1] >= route.mark_index do
        before = before + 1
      end
      reply[#reply + 1] = size - route.mark_index - before .. ' ' .. identified(route.mark)
    else
      reply[#reply + 1] = ''
    end
    reply[#reply + 1] = route.left > 0 and index < 0 and not is_full and 1 or 0
  end
  for i = 1, #tasks do
    reply[#reply + 1] = tasks[i]
  end
  return reply
end
