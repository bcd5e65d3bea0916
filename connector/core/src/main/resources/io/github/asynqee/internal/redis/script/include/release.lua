-- lease_scores(lease, ids): the scores of several tasks; false for a task without a score.
local function lease_scores(lease, ids)
  return redis.call('ZMSCORE', lease, unpack(ids))
end

-- remove(list, id): takes an ID out of the active list; returns whether it was there. The longer a task runs, the nearer it
-- is to the right end. But if the list is long, that end may be crowded with tasks that run for hours: the
-- position of the first ID also decides from which end the other IDs of this call are searched.
local side
local function find_side(list, id)
  if not side then
    local crowded = redis.call('LLEN', list) > 1000
      and not redis.call('LPOS', list, id, 'RANK', -1, 'MAXLEN', 1000)
    side = crowded and 1 or -1
  end
  return side
end

local function remove(list, id)
  return redis.call('LREM', list, find_side(list, id), id) == 1
end

-- release(active, lease, hash, id, from, to, call): takes a task from its worker, if the worker still has it. Nothing is
-- changed otherwise. Returns whether the task was released. Needs held.
local function release(active, lease, hash, id, from, to, call)
  if not is_leased(redis.call('ZSCORE', lease, id), from, to) or is_taken(hash, call) or not remove(active, id) then
    return false
  end
  redis.call('ZREM', lease, id)
  if call ~= '' then
    redis.call('HDEL', hash, 'asynqee:lease')
  end
  return true
end
