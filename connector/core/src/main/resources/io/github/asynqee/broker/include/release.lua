-- release(active, lease, id, from, to): takes a task from its worker, if the worker still has it.
-- The worker has it while the lease carries a score from the one it knows was written before the last one, which a
-- fail-over may have taken back, to the last one it has tried to write; nobody else's score can lie there. Nothing is changed otherwise. Returns whether the task was released.
local function release(active, lease, id, from, to)
  local score = redis.call('ZSCORE', lease, id)
  if not score or tonumber(score) < tonumber(from) or tonumber(score) > tonumber(to) then
    return false
  end
  -- the longer a task runs, the nearer it is to the right end
  if redis.call('LREM', active, -1, id) == 0 then
    return false
  end
  redis.call('ZREM', lease, id)
  return true
end
