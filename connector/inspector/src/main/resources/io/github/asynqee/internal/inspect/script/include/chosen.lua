-- The tasks of a call that changes tasks by filter.
-- KEYS  1 the list or zset that the tasks are in
-- ARGV  1 prefix of task hashes, 2 state, 3 name of the run, 4 the group, empty for a state, 5 distance from the right
--       end and 6 size of the part of a list in which the tasks are searched, 7 distance from its ends within which a
--       list is rewritten; from 11 on for each task its ID and the msg that the caller has read, empty without a msg
-- Reply for each task: 1 changed, 0 it has changed since the caller read it, -1 changed by this run before, -2 not
--       found
local CHANGED, DIFFERS, CHANGED_BEFORE, MISSING = 1, 0, -1, -2

-- chosen(): returns a reply for each task, and the IDs of tasks that have not changed since the caller read them.
local function chosen()
  local replies, ids = {}, {}
  for i = 11, #ARGV, 2 do
    local task = read('HMGET', ARGV[1] .. ARGV[i], 'state', 'msg', 'group', 'asynqee:bulk')
    local reply = MISSING
    -- an ID without hash, which can only be deleted
    local lost = not task[1] and not task[2] and ARGV[i + 1] == ''
    if task.err then
      reply = DIFFERS
    elseif task[4] == ARGV[3] then
      reply = CHANGED_BEFORE
    elseif (task[2] or '') ~= ARGV[i + 1]
      or not lost and (task[1] ~= ARGV[2] or ARGV[4] ~= '' and task[3] ~= ARGV[4]) then
      reply = DIFFERS
    else
      ids[#ids + 1] = ARGV[i]
    end
    replies[#replies + 1] = reply
  end
  return replies, ids
end

-- remove(list, size, at): removes the elements at some indices, given in ascending order.
local function remove(list, size, at)
  local first, last, n = at[1], at[#at], #at
  -- provoke permission and OOM errors before any change
  redis.call('LSET', list, first, redis.call('LINDEX', list, first))
  if math.min(last + 1, size - first) <= tonumber(ARGV[7]) or first < n then
    -- a value that cannot be an ID
    local gone = '\0gone'
    for _, index in ipairs(at) do
      redis.call('LSET', list, index, gone)
    end
    redis.call('LREM', list, last + 1 <= size - first and n or -n, gone)
    return
  end
  -- LREM searches from an end of the list, which takes too long here, so the newest tasks fill the gaps
  local newest = redis.call('LRANGE', list, 0, n - 1)
  for i, index in ipairs(at) do
    redis.call('LSET', list, index, newest[i])
  end
  redis.call('LTRIM', list, n, -1)
end

-- take_chosen(ids): removes the IDs from the list or zset. Returns the score of each ID that it contained, '-' in a
-- list.
local function take_chosen(ids)
  local taken = {}
  if #ids == 0 then
    return taken
  end
  local key = KEYS[1]
  if redis.call('TYPE', key).ok ~= 'list' then
    local found = {}
    for i, score in ipairs(redis.call('ZMSCORE', key, unpack(ids))) do
      if score then
        found[#found + 1] = ids[i]
        taken[ids[i]] = score
      end
    end
    if #found > 0 then
      redis.call('ZREM', key, unpack(found))
    end
    return taken
  end
  local wanted, at = {}, {}
  for _, id in ipairs(ids) do
    wanted[id] = true
  end
  local size = redis.call('LLEN', key)
  local from = math.max(0, size - ARGV[5])
  for i, id in ipairs(redis.call('LRANGE', key, from, from + ARGV[6] - 1)) do
    if wanted[id] then
      at[#at + 1] = from + i - 1
      taken[id] = '-'
    end
  end
  if #at > 0 then
    remove(key, size, at)
  end
  return taken
end

-- change_chosen(change): removes the tasks that have not changed since the caller read them, and calls
-- change(id, hash, score) for each, with the score '-' in a list. Returns the replies. Needs needs.
local function change_chosen(change)
  needs('LREM', 'LTRIM', 'ZREM')
  local replies, ids = chosen()
  local taken = take_chosen(ids)
  for i = 1, #replies do
    local id = ARGV[9 + 2 * i]
    if replies[i] == MISSING and taken[id] then
      change(id, ARGV[1] .. id, taken[id])
      replies[i] = CHANGED
    end
  end
  return replies
end
