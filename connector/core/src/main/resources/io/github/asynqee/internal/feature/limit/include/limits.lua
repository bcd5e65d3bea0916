-- The state of limits of a queue, in private keys that begin with base. A key of a limit is 'name value', without control characters.
-- In the two sets without scores the members of a key are neighbours:
--   running   key NUL ID: admitted tasks. A task counts as long as the leases of the queue contain its ID.
--   waiting   key NUL position ID: the blocked queues, in order. The position has 20 digits: the time at which the task was first
--             seen, in microseconds, and a number. While the task is blocked, its hash has '<position> <score> <key>', with its score
--             among the scheduled tasks, or - and its pending_since if it was put at the head of the queue. A blocked task that something
--             else has made pending, perhaps behind many others, leaves the set and keeps its position.
--   looks     the keys with blocked tasks; score: the time of their next check, Unix milliseconds
--   ready:<limit>  the keys of a limit with capacity and blocked tasks; score: since when, Unix microseconds. A dequeue leases their
--             tasks. Each check extends its life to two hours, the longest time for which a task is blocked before it is pending again
--   closed    paused keys; score: until when, Unix milliseconds
--   starts:<key>  starts within the last period; score: their time, Unix microseconds. Lives for twice the longest period of a node
--   turns     for a queue that is fair between keys: see turns
-- A limit with the name sema:<scope> is a semaphore of asynq's package x/rate, which any queue and Go programs share: the zset
-- asynq:sema:<scope> has the IDs of the tasks that run, by the Unix seconds until which they count. A task of this queue
-- also stops counting when its lease ends.
-- limits_of(base, hashes, pending, scheduled, lease): reads and changes the state of limits. A limit has a name,
-- running: how many tasks of a key may run, or 0; starts and period: how many may start within a period in microseconds, or 0.
-- Needs whole_slot read needs where.
-- Milliseconds until a key is checked again, which finds rare missed changes. At most a hundred keys are checked per second. A key that
-- is late by the third number has a limit that no node knows.
local LOOK_AGAIN, LOOKS_APART, LATE = 5000, 10, 5000
-- life of the sets of ready keys, in seconds
local READY_LIFE = 7200
-- finding this many members of a key costs less than counting all
local FEW = 8
-- there is no notification when a task of another program releases its token
local SEMAPHORE_AGAIN = 1000
-- how many ready keys of each limit one dequeue examines, and how many blocked tasks in all
local KEYS_EXAMINED, EXAMINED_OF_LINES = 100, 500
-- how many running tasks of full keys one call checks for a lease; sweep checks the other tasks
local CHECKED_OF_FULL = 1000

-- semaphore(key): the zset of the semaphore of a key, or of a member that begins with a key; nil if the limit is not a semaphore.
local function semaphore(key)
  local scope = string.sub(key, 1, 5) == 'sema:' and string.match(key, '^sema:(%S+)')
  return scope and 'asynq:sema:' .. scope
end

-- fair(name): whether this is the name of a limit whose keys take turns (it has no numbers), or a key of it.
local function fair(name)
  return string.sub(name, 1, 5) == 'fair:'
end

-- aside_score(till, place): when a blocked task becomes pending again, Unix seconds: spread over half an hour from till on.
local function aside_score(till, place)
  return string.format('%.0f', till + string.sub(place, 7, 16) % 1800)
end

-- in_parts(command, key, values): calls a command with values, in chunks that Lua can pass.
local function in_parts(command, key, values)
  for from = 1, #values, 2000 do
    redis.call(command, key, unpack(values, from, math.min(#values, from + 1999)))
  end
end

local function limits_of(base, hashes, pending, scheduled, lease)
  local this = {}
  local running, waiting, looks, closed = base .. 'running', base .. 'waiting', base .. 'looks', base .. 'closed'
  local time = redis.call('TIME')
  local micros = time[1] * 1000000 + time[2]
  local millis = math.floor(micros / 1000)
  local places, void, checked, unchecked = 0, {}, false, CHECKED_OF_FULL
  -- the checks planned by serve, and by limit the ready keys, as arguments of ZADD, and the keys that are not ready
  local planned, ready, unready, apart, soonest = {}, {}, {}, nil, nil
  -- usually there are none
  local any_wait, any_closed = redis.call('EXISTS', waiting) == 1, redis.call('EXISTS', closed) == 1

  -- all members of a key
  local function span(key)
    return '[' .. key .. '\0', '(' .. key .. '\1'
  end

  -- finds tasks that no worker has; returns their number
  local function find_void(members, ids)
    local known = #void
    for from = 1, #ids, 1000 do
      local scores = redis.call('ZMSCORE', lease, unpack(ids, from, math.min(#ids, from + 999)))
      for i = 1, math.min(#ids - from + 1, 1000) do
        if not scores[i] then
          void[#void + 1] = members[from + i - 1]
        end
      end
    end
    return #void - known
  end

  -- running tasks of a key that has count running tasks: all tasks, or consecutive tasks if this call may not check so
  -- many
  local function some_of(key, count)
    local size = math.min(count, unchecked)
    if size <= 0 then
      return {}
    end
    unchecked = unchecked - size
    if size == count then
      return redis.call('ZRANGEBYLEX', running, span(key))
    end
    -- each call checks other tasks
    local from = redis.call('ZLEXCOUNT', running, '-', '(' .. key .. '\0') + micros % (count - size + 1)
    return redis.call('ZRANGE', running, from, from + size - 1)
  end

  -- forget(): removes the tasks that were found to count no longer.
  function this.forget()
    for _, member in ipairs(void) do
      local sema = semaphore(member)
      if sema then
        -- the user may lack permission for a semaphore of another application; the task then counts until its time
        redis.pcall('ZREM', sema, string.match(member, '^%Z*%z(.*)$'))
      end
    end
    in_parts('ZREM', running, void)
    void = {}
  end

  -- room(key, limit): the capacity of the key: how many more tasks may start now. Without capacity it also returns when
  -- the capacity changes without a release, Unix milliseconds, or nil.
  function this.room(key, limit)
    local till = any_closed and tonumber(redis.call('ZSCORE', closed, key) or 0) or 0
    if till > millis then
      return 0, till
    end
    local room, again = math.huge, nil
    local sema = semaphore(key)
    if sema then
      room = math.max(0, limit.running - redis.call('ZCOUNT', sema, '(' .. time[1] - 1, '+inf'))
      again = room == 0 and millis + SEMAPHORE_AGAIN or nil
    elseif limit.running > 0 then
      room = limit.running - redis.call('ZLEXCOUNT', running, span(key))
      if room <= 0 then
        local members, ids = some_of(key, limit.running - room), {}
        for i, member in ipairs(members) do
          ids[i] = string.sub(member, #key + 2)
        end
        room = math.max(0, room + find_void(members, ids))
      end
    end
    if limit.starts > 0 then
      local from = string.format('(%.0f', micros - limit.period)
      -- starts before the clock was set back do not count
      local left = limit.starts - redis.call('ZCOUNT', base .. 'starts:' .. key, from, string.format('%.0f', micros))
      if left <= 0 then
        local next = redis.call('ZRANGEBYSCORE', base .. 'starts:' .. key, from, string.format('%.0f', micros), 'WITHSCORES', 'LIMIT',
          0 - left, 1)
        again = math.max(math.ceil((next[2] + limit.period) / 1000), again or 0)
      end
      room = math.min(room, math.max(0, left))
    end
    return room, again
  end

  -- is_open(limit, count): whether count tasks of any key may certainly start; reads no key of the limit.
  function this.is_open(limit, count)
    return not any_wait and not any_closed and limit.starts == 0 and not semaphore(limit.name)
      and (limit.running == 0 or limit.running - redis.call('ZCARD', running) >= count)
  end

  -- message(hash): the message of a pending task, false if there is none, and the record in its hash of the key that blocked it.
  -- Needs take.
  function this.message(hash)
    local fields = any_wait and read('HMGET', hash, 'msg', 'asynqee:limit')
    if not fields or fields.err or not fields[1] then
      return message(hash)
    end
    return fields[1], fields[2]
  end

  -- place(waits): the position of a task in the blocked queue of its key, and the key, from the record in its hash; nil if it was never
  -- blocked.
  function this.place(waits)
    local known, key
    if waits then
      known, key = string.match(waits, '^(%d+) %S+ (.*)$')
    end
    if known and #known == PLACE then
      return known, key
    end
  end

  -- leave(key, place, id): removes a task from the blocked queue of a key.
  function this.leave(key, place, id)
    redis.call('ZREM', waiting, key .. '\0' .. place .. id)
  end

  -- new_place(): a position behind all others.
  function this.new_place()
    places = places + 1
    return string.format('%016.0f%04d', micros, places)
  end

  -- any_wait(): whether any task of any key is blocked.
  function this.any_wait()
    return any_wait
  end

  -- ahead(key, most, place): the number of blocked tasks of the key, before a position if it is given, but at most most.
  function this.ahead(key, most, place)
    if not any_wait then
      return 0
    end
    local from, to = span(key)
    to = place and '(' .. key .. '\0' .. place or to
    if most <= FEW then
      return #redis.call('ZRANGEBYLEX', waiting, from, to, 'LIMIT', 0, most)
    end
    return math.min(most, redis.call('ZLEXCOUNT', waiting, from, to))
  end

  -- is_waited_for(key): whether a key has blocked tasks.
  function this.is_waited_for(key)
    return this.ahead(key, 1) > 0
  end

  local function line_up(key, place, id)
    redis.call('ZADD', waiting, 0, key .. '\0' .. place .. id)
    any_wait = true
  end

  -- let_in(tasks, members): admits leased tasks: they count, and are no longer blocked. Each task has the fields key,
  -- limit and id. A task that was blocked also has place, its position, and line, the key of its blocked queue. With a
  -- semaphore a task also has till, the time at which its attempt must end, Unix seconds. members contains the scores
  -- and members of other tasks.
  function this.let_in(tasks, members)
    local left = {}
    for _, task in ipairs(tasks) do
      members[#members + 1] = 0
      members[#members + 1] = task.key .. '\0' .. task.id
      if task.place then
        left[#left + 1] = task.line .. '\0' .. task.place .. task.id
      end
      local sema = semaphore(task.key)
      if sema then
        redis.call('ZREMRANGEBYSCORE', sema, '-inf', time[1] - 1)
        redis.call('ZADD', sema, task.till, task.id)
      end
      local period = task.limit.period
      if task.limit.starts > 0 then
        local starts = base .. 'starts:' .. task.key
        -- a longer life was set by a node with a longer period, which needs older starts than this node
        local life, known = 2 * math.ceil(period / 1000000) + 1, redis.call('TTL', starts)
        redis.call('ZREMRANGEBYSCORE', starts, '-inf', micros - (known > life and known * 1000000 or period))
        redis.call('ZADD', starts, micros, string.format('%.0f ', micros) .. task.id)
        if known <= life then
          redis.call('EXPIRE', starts, life)
        end
      end
    end
    in_parts('ZADD', running, members)
    in_parts('ZREM', waiting, left)
  end

  -- postpone(tasks): blocks tasks: puts them among the scheduled tasks, so that every peer sees them. A task that is not admitted before
  -- its time becomes pending again. Each has key, place, id and score.
  function this.postpone(tasks)
    local scores, members = {}, {}
    for i, task in ipairs(tasks) do
      scores[2 * i - 1], scores[2 * i] = task.score, task.id
      members[2 * i - 1], members[2 * i] = 0, task.key .. '\0' .. task.place .. task.id
      redis.call('HSET', hashes .. task.id, 'state', 'scheduled', 'asynqee:limit',
        task.place .. ' ' .. task.score .. ' ' .. task.key)
      redis.call('HDEL', hashes .. task.id, 'pending_since')
    end
    in_parts('ZADD', scheduled, scores)
    in_parts('ZADD', waiting, members)
    any_wait = any_wait or #tasks > 0
  end

  -- line(key, from, count): up to count tasks of the blocked queue of a key, from an index on, each with its id and whether it is still
  -- scheduled (aside). Removes tasks that are no longer blocked or that others have made pending; the second value includes them.
  function this.line(key, from, count)
    local first, last = span(key)
    local members, found = redis.call('ZRANGEBYLEX', waiting, first, last, 'LIMIT', from, count), {}
    for _, member in ipairs(members) do
      local place, id = string.sub(member, #key + 2, #key + 1 + PLACE), string.sub(member, #key + 2 + PLACE)
      local at = where(hashes, scheduled, key, place, id)
      if at == 'aside' or at == 'head' then
        found[#found + 1] = {id = id, place = place, key = key, aside = at == 'aside'}
      else
        redis.call('ZREM', waiting, member)
      end
    end
    return found, #members
  end

  -- make_pending(tasks): makes blocked tasks pending, at the head of the queue, the first task first.
  function this.make_pending(tasks)
    local ids, last_first, since = {}, {}, string.format('%.0f000', micros)
    for i, task in ipairs(tasks) do
      ids[i], last_first[#tasks + 1 - i] = task.id, task.id
      redis.call('HSET', hashes .. task.id, 'state', 'pending', 'pending_since', since, 'asynqee:limit',
        task.place .. ' -' .. since .. ' ' .. task.key)
    end
    in_parts('ZREM', scheduled, ids)
    in_parts('RPUSH', pending, last_first)
  end

  -- let_out(key, count): makes up to count blocked tasks of a key pending. Returns how many, and how many entries were read.
  function this.let_out(key, count)
    local aside = {}
    this.check()
    local found, read = this.line(key, 0, count)
    for _, task in ipairs(found) do
      aside[#aside + 1] = task.aside and task or nil
    end
    this.make_pending(aside)
    return #aside, read
  end

  -- free(key, count, alone): as let_out. Also plans the next check of the key. If alone is true, no worker has a limit
  -- of the queue; then the key stays late, behind other late keys.
  function this.free(key, count, alone)
    local freed, read = this.let_out(key, count)
    if alone and read > 0 then
      redis.call('ZADD', looks, millis - LATE - 1, key)
    else
      this.serve({name = string.match(key, '^%S*')}, key, 0)
    end
    return freed, read
  end

  local function ready_of(limit)
    return base .. 'ready:' .. limit.name
  end

  local function add(to, set, ...)
    to[set] = to[set] or {}
    for _, value in ipairs({...}) do
      table.insert(to[set], value)
    end
  end

  -- not_ready(limit, key): removes a key from the ready keys of a limit.
  function this.not_ready(limit, key)
    add(unready, ready_of(limit), key)
  end

  -- ready(limit): the ready keys of a limit, ordered by how long they have been ready.
  function this.ready(limit)
    return any_wait and redis.call('ZRANGE', ready_of(limit), 0, KEYS_EXAMINED - 1) or {}
  end

  -- serve(limit, key, room, again): makes a key with blocked tasks ready under a limit, which may differ from its own, if it has capacity.
  -- Plans its next check, at again if that is given, Unix milliseconds.
  function this.serve(limit, key, room, again)
    if not this.is_waited_for(key) then
      redis.call('ZREM', looks, key)
      add(unready, ready_of(limit), key)
      return
    end
    apart = apart or redis.call('ZCARD', looks) * LOOKS_APART
    -- checks of many keys share a call each second; the time at which a key gets capacity is exact
    local next = math.min(again or math.huge, math.ceil((millis + math.max(LOOK_AGAIN, apart)) / 1000) * 1000)
    next = math.max(next, millis + 1)
    planned[#planned + 1], planned[#planned + 2] = next, key
    soonest = math.min(next - millis, soonest or math.huge)
    if room > 0 then
      add(ready, ready_of(limit), string.format('%.0f', micros), key)
    else
      add(unready, ready_of(limit), key)
    end
  end

  -- served(option): writes the results of serve. With option LT an earlier planned check stays planned, with CH the new check replaces it.
  -- Returns whether keys have become ready; then all workers that watch the queue are notified.
  function this.served(option)
    local more = 0
    if next(ready) then
      -- fails before an empty ID is pending
      redis.call('LTRIM', pending, 0, -1)
    end
    if #planned > 0 then
      -- removes nothing: after a write, even a full Redis executes ZADD
      redis.call('ZREM', looks, '')
      for from = 1, #planned, 2000 do
        redis.call('ZADD', looks, option, unpack(planned, from, math.min(#planned, from + 1999)))
      end
    end
    for set, keys in pairs(ready) do
      more = more + redis.call('ZADD', set, 'NX', unpack(keys))
      redis.call('EXPIRE', set, READY_LIFE)
    end
    for set, keys in pairs(unready) do
      redis.call('ZREM', set, unpack(keys))
    end
    if more > 0 then
      redis.call('RPUSH', pending, '')
      redis.call('LTRIM', pending, 0, -2)
    end
    planned, ready, unready = {}, {}, {}
    return more > 0
  end

  -- soonest(): the milliseconds until the earliest next check of the keys passed to serve; nil if there was none.
  function this.soonest()
    return soonest
  end

  -- next_turn(limit, keys): moves ready keys of a limit behind its other ready keys.
  function this.next_turn(limit, keys)
    local scores = {}
    for i, key in ipairs(keys) do
      scores[2 * i - 1], scores[2 * i] = string.format('%.0f', micros), key
    end
    redis.call('ZREM', ready_of(limit), '')
    in_parts('ZADD', ready_of(limit), scores)
  end

  -- count_ready(limit): the number of ready keys of a limit; extends the life of their set.
  function this.count_ready(limit)
    local set = ready_of(limit)
    local count = redis.call('ZCARD', set)
    if count > 0 then
      redis.call('EXPIRE', set, READY_LIFE)
    end
    return count
  end

  -- close(key, duration): pauses a key for a duration in milliseconds.
  function this.close(key, duration)
    -- removes nothing: after a write, even a full Redis executes ZADD
    redis.call('ZREM', closed, '')
    redis.call('ZADD', closed, 'GT', string.format('%.0f', millis + duration), key)
    any_closed = true
  end

  -- release(keys, ids, returned): tasks have ended or, if their index is in returned, were requeued at the head of the queue. Requeued
  -- tasks precede all blocked tasks of their key, the last one first. Returns how many tasks still have a lease.
  function this.release(keys, ids, returned)
    local members = {}
    -- removes nothing: after a write, even a full Redis executes HSET and ZADD
    redis.call('ZREM', waiting, '')
    for i, id in ipairs(ids) do
      local key = keys[i]
      members[i] = key .. '\0' .. id
      local fields = returned[i] and read('HMGET', hashes .. id, 'state', 'pending_since')
      if fields and fields[1] == 'pending' then
        local place = string.format('%016.0f%04d', 9e14 - micros / 10, 9999 - i)
        redis.call('HSET', hashes .. id, 'asynqee:limit', place .. ' -' .. (fields[2] or '') .. ' ' .. key)
        line_up(key, place, id)
      end
    end
    local ended = find_void(members, ids)
    this.forget()
    return #ids - ended
  end

  -- reopen(): removes keys whose pause has ended.
  function this.reopen()
    redis.call('ZREMRANGEBYSCORE', closed, '-inf', millis)
  end

  -- sweep(from, count): examines count running tasks of any keys, from an index on, and removes tasks that no worker has. Returns the next
  -- index, and the keys of removed tasks.
  function this.sweep(from, count)
    local members, ids, keys = redis.call('ZRANGE', running, from, from + count - 1), {}, {}
    for i, member in ipairs(members) do
      ids[i] = string.match(member, '^%Z*%z(.*)$')
    end
    local gone = find_void(members, ids)
    for i = #void - gone + 1, #void do
      keys[string.match(void[i], '^%Z*')] = true
    end
    this.forget()
    return #members < count and 0 or from + count - gone, keys
  end

  -- runs(key): how many tasks of the key run, including tasks of servers that have just died.
  function this.runs(key)
    return redis.call('ZLEXCOUNT', running, span(key))
  end

  -- plan(key): plans a check of a key, unless it is planned already.
  function this.plan(key)
    redis.call('ZADD', looks, 'NX', millis + LOOK_AGAIN, key)
  end

  -- hasten(key): makes the check of a key with blocked tasks due now, for a node that has its limit.
  function this.hasten(key)
    redis.call('ZADD', looks, 'XX', 'LT', millis, key)
  end

  -- now(): the time of this call, Unix microseconds.
  function this.now()
    return micros
  end

  -- the latest time for which serve plans a check; later checks were planned before the clock was set back
  local function latest()
    return millis + math.max(LOOK_AGAIN, redis.call('ZCARD', looks) * LOOKS_APART) + 1000
  end

  -- due(count): the keys whose check is due, and by key whether it is late.
  function this.due(count)
    local due, keys, late = redis.call('ZRANGEBYSCORE', looks, '-inf', millis, 'WITHSCORES', 'LIMIT', 0, count), {}, {}
    if #due < 2 * count then
      for _, key in ipairs(redis.call('ZRANGEBYSCORE', looks, string.format('(%.0f', latest()), '+inf', 'LIMIT', 0, count - #due / 2)) do
        keys[#keys + 1] = key
      end
    end
    for i = 1, #due, 2 do
      keys[#keys + 1], late[due[i]] = due[i], tonumber(due[i + 1]) < millis - LATE
    end
    return keys, late
  end

  -- next_look(): the milliseconds until the next check that is not due yet; nil if there is none.
  function this.next_look()
    local next = redis.call('ZRANGEBYSCORE', looks, string.format('(%.0f', millis), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
    return next and math.min(next, latest()) - millis or nil
  end

  -- check_leases(tasks): provokes permission and memory errors before tasks are leased that would then not count.
  function this.check_leases(tasks)
    -- removes nothing: after a write, even a full Redis executes ZADD
    redis.call('ZREM', running, '')
    redis.call('ZADD', running, 'XX', 0, '-')
    for _, task in ipairs(tasks or {}) do
      if task.limit.starts > 0 then
        redis.call('TTL', running)
      end
      local sema = semaphore(task.key)
      if sema then
        redis.call('ZADD', sema, 'XX', 0, '')
        redis.call('ZREMRANGEBYSCORE', sema, 1, 0)
      end
    end
  end

  -- check(tasks): provokes permission and memory errors before any task is removed from its collection, and as check_leases.
  function this.check(tasks)
    this.check_leases(tasks)
    if checked then
      return
    end
    checked = true
    needs('ZADD', 'ZREM', 'ZCARD', 'HSET', 'HDEL', 'RPUSH', 'EXPIRE')
    redis.call('ZREM', scheduled, '')
    redis.call('ZREM', looks, '')
    redis.call('LTRIM', pending, 0, -1)
    redis.call('HMGET', missing, '-')
    redis.call('ZRANGEBYLEX', waiting, '-', '(')
    redis.call('ZLEXCOUNT', waiting, '-', '(')
    redis.call('ZREMRANGEBYSCORE', missing, 1, 0)
  end

  return this
end
