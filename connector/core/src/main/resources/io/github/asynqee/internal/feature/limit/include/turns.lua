-- How the keys of a queue take turns. The name of their limit is fair:<by>. It has no numbers, because the next task is chosen for the
-- whole queue. Its tasks are in blocked queues as for other limits; two private keys are added:
--   turns     the keys with blocked tasks; score: when a task of the key was last chosen, or first blocked, Unix microseconds
--   pace      exists while no other check, of any node, may block tasks of a long queue
-- The next task is the first blocked task of the key with the fewest running tasks; among several such keys, of the key whose turn was
-- longest ago.
-- turns_of(limits, limit, base, hashes, pending, aside_till): arguments as for limits_of; limit has name and by; aside_till as in
-- dequeue_limited. Needs whole_slot read needs take route limit_key limits.

-- how many tasks a dequeue examines in addition to the tasks it takes, and how many a check examines
local EXAMINED, LOOKED = 250, 500
-- how many tasks a check leaves pending; each dequeue examines them
local SHORT = 200
-- how many keys are compared in addition to chosen keys, how many tasks are taken at once, and how many of a blocked queue are tried
local KEYS_COMPARED, TAKEN, TRIED = 64, 250, 20
-- how many tasks of a blocked queue are counted at first
local KNOWN = 4
-- number of keys whose tasks become pending in one call if no node has the limit
local KEYS_FREED = 5
-- milliseconds between two long checks of all nodes together, and of a node that finds another node at work
local PACE, BESIDE = 10, 100
-- how many tasks that are no longer blocked one call removes, in addition to one of each key, and after how many bytes it stops
local FORGOTTEN, BYTES = 1000, 1000000

-- fair_by(name): how a fair limit derives keys.
local function fair_by(name)
  return string.sub(name, 6)
end

-- is_full(): whether Redis has no free memory. Must be the first write: after a write, a full Redis refuses no command of the script.
local function is_full()
  local refused = redis.pcall('SET', missing, '-', 'XX')
  if refused and not string.find(refused.err, 'OOM', 1, true) then
    -- fails again
    redis.call('SET', missing, '-', 'XX')
  end
  return refused and true
end

local function turns_of(limits, limit, base, hashes, pending, aside_till)
  local this, turns, last, forgotten = {}, base .. 'turns', nil, 0
  -- the tasks blocked by this call; the keys that got a turn, and the keys without further tasks
  local lined, turned, ended = {}, {}, {}

  -- a turn behind all others, even if the clock was set back
  local function last_turn()
    last = math.max(limits.now(), last or tonumber(redis.call('ZRANGE', turns, -1, -1, 'WITHSCORES')[2] or 0)) + 1
    return string.format('%.0f', last)
  end

  -- any(): whether a key has blocked tasks.
  function this.any()
    return redis.call('EXISTS', turns) == 1
  end

  -- provokes permission and memory errors before any task is removed from its collection
  local function check()
    redis.call('ZREM', turns, '')
    redis.call('ZRANGE', turns, 0, 0)
    redis.call('ZSCORE', turns, '')
    limits.check()
  end

  -- Blocks tasks at the head of the queue: at most count, or least if their messages are large. Returns the tasks without a readable
  -- message, which are then in no collection, and how many tasks were examined.
  local function line_up(count, least)
    local ids, unusable, tasks = redis.call('LRANGE', pending, -count, -1), {}, {}
    local examined, bytes, added, keys = 0, 0, {}, {}
    for i = #ids, 1, -1 do
      if examined >= least and bytes > BYTES then
        break
      end
      local hash = hashes .. ids[i]
      local msg, waits = limits.message(hash)
      examined, bytes = examined + 1, bytes + (msg and #msg or 0)
      if msg and type_of(msg) then
        local key = limit_key(limit, msg)
        local place, line = limits.place(waits)
        if line and line ~= key then
          limits.leave(line, place, ids[i])
        end
        place = place or limits.new_place()
        tasks[#tasks + 1] = {key = key, place = place, id = ids[i], score = aside_score(aside_till, place)}
        lined[ids[i]] = true
        if not added[key] then
          keys[#keys + 1], keys[#keys + 2], added[key] = last_turn(), key, true
        end
      else
        unusable[#unusable + 1] = ids[i]
      end
    end
    limits.postpone(tasks)
    if #keys > 0 then
      redis.call('ZADD', turns, 'NX', unpack(keys))
    end
    if examined > 0 then
      redis.call('LTRIM', pending, 0, -examined - 1)
    end
    return unusable, examined
  end

  -- the first task of a blocked queue that is still scheduled; nil if none of the first tasks is
  local function first_of(line)
    local tried = 0
    repeat
      local found, read = limits.line(line.key, line.seen, 1)
      line.seen = line.seen + #found
      line.waits = line.waits - (read - #found)
      if read == 0 then
        return nil
      elseif not found[1] then
        forgotten = forgotten + 1
      elseif found[1].aside then
        return found[1]
      else
        tried = tried + 1
      end
    until tried >= TRIED or forgotten >= FORGOTTEN
    return nil
  end

  -- the keys whose turn was longest ago, in this order: a string until the blocked queue is read, then its state, or false if it was
  -- removed; all before first are removed
  local function lines_of(count)
    local lines = redis.call('ZRANGE', turns, 0, count - 1)
    lines.first = 1
    return lines
  end

  -- how many blocked tasks a key still has, or only whether it has any, because only a few are counted at first
  local function left(line)
    if line.waits <= 0 and line.few then
      line.few, line.waits = false, limits.ahead(line.key, math.huge) - line.taken
    end
    return line.waits
  end

  local function give_turn(key)
    turned[#turned + 1] = last_turn()
    turned[#turned + 1] = key
  end

  -- stores the new turns, and removes keys without tasks
  local function store_turns()
    in_parts('ZADD', turns, turned)
    in_parts('ZREM', turns, ended)
    turned, ended = {}, {}
  end

  -- the index of the next key to serve; nil if there is none. least is a lower bound of the running tasks per key. Removes keys without
  -- tasks.
  local function next_line(lines, least)
    local next
    while lines[lines.first] == false do
      lines.first = lines.first + 1
    end
    for i = lines.first, #lines do
      local line = lines[i]
      if type(line) == 'string' then
        line = {key = line, seen = 0, taken = 0, waits = limits.ahead(line, KNOWN)}
        line.few = line.waits == KNOWN
        lines[i] = line
      end
      if line and left(line) > 0 then
        line.runs = line.runs or limits.runs(line.key)
        next = (not next or line.runs < lines[next].runs) and i or next
        if line.runs <= least then
          break
        end
      elseif line then
        ended[#ended + 1], lines[i] = line.key, false
      end
    end
    return next
  end

  -- chooses the given number of blocked tasks; if only_shown, their keys keep their turns
  local function choose(wanted, only_shown)
    local lines, chosen, again = lines_of(KEYS_COMPARED + wanted), {}, true
    local least = 0
    while #chosen < wanted do
      local at = next_line(lines, least)
      local line = at and lines[at]
      if line then
        lines[at] = false
      end
      local task = line and first_of(line)
      if task then
        chosen[#chosen + 1], least = task, line.runs
        line.runs, line.waits, line.taken = line.runs + 1, line.waits - 1, line.taken + 1
        if not only_shown then
          give_turn(line.key)
        end
        lines[#lines + 1] = line
      elseif line then
        -- the other tasks of the key are pending
        give_turn(line.key)
      elseif again and #chosen == 0 then
        -- all these keys have no blocked tasks any longer
        store_turns()
        lines, again = lines_of(KEYS_COMPARED + wanted), false
      else
        break
      end
    end
    -- no more tasks
    for _, line in ipairs(lines) do
      if type(line) == 'table' and left(line) <= 0 and not only_shown then
        ended[#ended + 1] = line.key
      end
    end
    store_turns()
    return chosen
  end

  -- puts tasks at the head of the queue, the first task first
  local function put_back(ids)
    for i = #ids, 1, -1 do
      redis.call('RPUSH', pending, ids[i])
    end
  end

  local function plan()
    if this.any() then
      limits.plan(limit.name)
    end
  end

  -- let_in(wanted): examines tasks at the head of the queue, and puts there up to wanted tasks whose turn it is. If all
  -- pending tasks can start and none is blocked, nothing changes. Returns whether more tasks may be blocked, and how
  -- many this call blocked and did not admit.
  function this.let_in(wanted)
    wanted = math.min(wanted, TAKEN)
    if wanted < 1 or redis.call('LLEN', pending) <= wanted and not this.any() then
      return false, 0
    end
    -- a full Redis gets no blocked queues, which need more memory than the list
    local full = is_full()
    check()
    local unusable, aside = {}, 0
    if not full then
      unusable, aside = line_up(wanted + EXAMINED, wanted)
      aside = aside - #unusable
    end
    local chosen = choose(wanted)
    for _, task in ipairs(chosen) do
      aside = aside - (lined[task.id] and 1 or 0)
    end
    limits.make_pending(chosen)
    put_back(unusable)
    plan()
    return (#chosen > 0 or forgotten > 0) and this.any(), aside
  end

  -- whether this check may be a long one; one node at a time may run a long check
  local function has_pace()
    return redis.call('SET', base .. 'pace', '', 'PX', PACE, 'NX')
  end

  -- free(count): makes up to count blocked tasks pending of each of the next keys. Returns how many, and how many entries were read.
  function this.free(count)
    check()
    local freed, read = 0, 0
    for _, key in ipairs(redis.call('ZRANGE', turns, 0, KEYS_FREED - 1)) do
      local some, seen = limits.let_out(key, count)
      freed, read = freed + some, read + seen
      if seen > 0 then
        give_turn(key)
      else
        ended[#ended + 1] = key
      end
    end
    store_turns()
    if not this.any() then
      limits.serve(limit, limit.name, 0)
    end
    return freed, read
  end

  -- tidy(full): blocks tasks of a long pending list even if no lane is free. If no task is pending, it admits the first blocked task, so
  -- that all nodes notice that there are tasks. full: Redis has no memory for blocked queues. Returns how many were admitted, the
  -- milliseconds until there is more to do, nil if there is not, and how many were blocked.
  function this.tidy(full)
    local size, chosen, more, first, aside = redis.call('LLEN', pending), {}, false, true, 0
    if size > SHORT and not full then
      first, more = has_pace(), true
      if first then
        check()
        local unusable, examined = line_up(math.min(size - SHORT, LOOKED), 1)
        put_back(unusable)
        more, aside = size - examined > SHORT, examined - #unusable
      end
    elseif size == 0 and this.any() then
      check()
      chosen = choose(1, true)
      limits.make_pending(chosen)
      more = #chosen == 0 and forgotten > 0 and this.any()
      first = not more or has_pace()
    end
    plan()
    return #chosen, more and (first and PACE or BESIDE) or nil, aside
  end

  return this
end
