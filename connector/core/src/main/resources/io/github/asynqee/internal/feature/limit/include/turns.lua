-- How the keys of a queue take turns. The name of their limit is fair:<by>, and it has no numbers: which task starts next is
-- decided for the whole queue. Tasks wait in lines as those of other limits, and two private keys are added:
--   turns     the keys with tasks aside; score: when a task of the key was chosen last, or lined up first, Unix microseconds
--   pace      exists for the time in which no other look, of any node, lines up tasks of a long queue
-- The next task is the first one of the key with the fewest running tasks, among those whose turn was longest ago.
-- turns_of(limits, limit, base, hashes, pending, aside_till): as the arguments of limits_of; limit has name and by; aside_till as
-- that of dequeue_limited. Needs whole_slot read needs take route limit_key limits.

-- how many tasks one call examines besides those that it takes, and one look at the keys
local EXAMINED, LOOKED = 250, 500
-- how many tasks a look leaves pending: each dequeue examines them
local SHORT = 200
-- how many keys are compared besides those that are chosen, how many tasks are taken at once, and how many of a line are tried
local KEYS_COMPARED, TAKEN, TRIED = 64, 250, 20
-- how many tasks of a line are counted at first
local KNOWN = 4
-- pause between two long looks, of all nodes together, and of a node that finds another one at work, milliseconds
local PACE, BESIDE = 10, 100
-- how many tasks that no longer wait one call forgets, besides one of each line, and after how many bytes of messages it stops
local FORGOTTEN, BYTES = 1000, 1000000

-- fair_by(name): what the keys of a fair limit are by.
local function fair_by(name)
  return string.sub(name, 6)
end

-- is_full(): whether Redis has no memory left. Before any other command that writes: after one, a full Redis refuses none.
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
  -- those that this call has lined up; the keys that it has given turns, and those that have no more tasks
  local lined, turned, ended = {}, {}, {}

  -- a turn behind all others, also if the clock was set back
  local function last_turn()
    last = math.max(limits.now(), last or tonumber(redis.call('ZRANGE', turns, -1, -1, 'WITHSCORES')[2] or 0)) + 1
    return string.format('%.0f', last)
  end

  -- any(): whether a key has tasks aside.
  function this.any()
    return redis.call('EXISTS', turns) == 1
  end

  -- fails, if it must, before tasks are nowhere
  local function check()
    redis.call('ZREM', turns, '')
    redis.call('ZRANGE', turns, 0, 0)
    redis.call('ZSCORE', turns, '')
    limits.check()
  end

  -- Lines up the tasks at the head of the queue, at most so many, and no more than least if their messages are large. Returns
  -- those that cannot be: they have no message, or one that cannot be read. They are in no collection then. The second value is
  -- how many were examined.
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

  -- the first task of a line that is aside; nil if none of the first ones is
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

  -- the lines of the keys whose turn was longest ago, in this order: only the key if the line was not read yet, false if it was
  -- taken out, as were all before first
  local function lines_of(count)
    local lines = redis.call('ZRANGE', turns, 0, count - 1)
    lines.first = 1
    return lines
  end

  -- how many tasks of a line are left, or only whether there are any: just a few are counted at first
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

  -- stores the turns that were given, and forgets keys without tasks
  local function store_turns()
    in_parts('ZADD', turns, turned)
    in_parts('ZREM', turns, ended)
    turned, ended = {}, {}
  end

  -- the index of the line that is next; nil if there is none. No key runs fewer tasks than least. Forgets keys without tasks.
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

  -- chooses so many of the tasks that are aside; if they are only shown, their keys keep their turns
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
        -- what is left of it is pending
        give_turn(line.key)
      elseif again and #chosen == 0 then
        -- the tasks of all these were taken away
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

  -- puts tasks at the head of the queue, the first one first
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

  -- let_in(wanted): examines tasks at the head of the queue, and lets those whose turn it is be the first there, as many as are
  -- wanted. If all that are pending can start and none waits, nothing is changed. Returns whether more may be aside, and how many
  -- were lined up and not let in.
  function this.let_in(wanted)
    wanted = math.min(wanted, TAKEN)
    if wanted < 1 or redis.call('LLEN', pending) <= wanted and not this.any() then
      return false, 0
    end
    -- a full Redis gets no lines, which need more than the list
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

  -- whether this look may be a long one now: one of all nodes at a time
  local function has_pace()
    return redis.call('SET', base .. 'pace', '', 'PX', PACE, 'NX')
  end

  -- tidy(full): lines up what is pending behind many others, though no lane is free. If all that wait are aside, the first one is
  -- let in: so all nodes notice that there are tasks. full: Redis has no memory for lines. Returns how many were let in, the
  -- milliseconds until there is more to do, nil if there is not, and how many were lined up.
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
