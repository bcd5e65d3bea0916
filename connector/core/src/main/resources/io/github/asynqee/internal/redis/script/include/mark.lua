-- The mark of a route is the last task, counted from the head, up to which no task is for this route. It is written as
-- 'distance since id': its distance from the head, the time at which it became pending, and its ID. An anchor is 'size
-- since id': the size of the list when the marks were made, and its newest task at that time. Tasks that were pushed
-- later are between the anchor and the tail, so the anchor locates the marks regardless of how many tasks were taken
-- from the head. A task that was taken and requeued at the tail is not mistaken for an anchor or mark: it became
-- pending at another time. If that time is unknown, because Go's inspector or Go's requeue has made the task pending,
-- the mark contains '-' and a checksum of the end of the message instead. Each failure changes this checksum.
-- ARGV  2 prefix of task hashes

-- How much farther from the head a marked task may be than before, because tasks were requeued at the head. A task that is
-- farther away was put at the tail with its old time by Go's inspector.
local REQUEUED = 500

-- identified(id): the time at which a task became pending, and its ID.
local function identified(id)
  local hash = ARGV[2] .. id
  local since = read('HGET', hash, 'pending_since')
  since = type(since) == 'string' and string.match(since, '^%d+$')
  if not since then
    local msg = read('HGET', hash, 'msg')
    since = '-' .. (type(msg) == 'string' and redis.sha1hex(string.sub(msg, -500)) or '')
  end
  return since .. ' ' .. id
end

-- mark_finder(list, size, anchor, walk): a function that returns the index of a mark and the ID of its task; nil if the
-- marked task is gone. If tasks behind the mark were taken, the function may return the index of a task before the
-- mark. walk(n) is called with the number of entries of the list that Redis has searched.
local function mark_finder(list, size, anchor, walk)
  local size_then, newest, newest_id = string.match(anchor, '^(%d+) (%d+ (.*))$')
  local pushed = newest and redis.call('LPOS', list, newest_id, 'MAXLEN', 10000)
  if newest then
    walk(pushed or math.min(size, 10000))
  end
  if pushed and identified(newest_id) ~= newest then
    pushed = nil
  end
  return function(mark)
    local distance, task, id = string.match(mark, '^(%d+) (%S+ (.*))$')
    if not id then
      return nil
    end
    local index = size - distance
    if pushed then
      index = size_then - distance + pushed
      if index < size then
        return index, id
      end
      return nil
    end
    if index < 0 or redis.call('LINDEX', list, index) ~= id then
      -- peers take from the head, producers push to the tail: the search begins at the nearer end
      if tonumber(distance) < size / 2 then
        index = redis.call('LPOS', list, id, 'RANK', -1, 'MAXLEN', distance + 1000)
        walk(index and size - index or distance + 1000)
      else
        index = redis.call('LPOS', list, id)
        walk(index or size)
      end
    end
    if index and identified(id) == task and size - index <= distance + REQUEUED then
      return index, id
    end
    return nil
  end
end
