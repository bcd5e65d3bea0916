-- release(active, lease, id, confirmed, attempted): takes a task from its worker, if the worker still has it.
-- The worker has it while the lease carries a score the worker wrote: the one it knows was written or the one it is
-- just writing. Nothing is changed otherwise. Returns whether the task was released.
local function release(active, lease, id, confirmed, attempted)
  local score = redis.call('ZSCORE', lease, id)
  if not score or (score ~= confirmed and score ~= attempted) then
    return false
  end
  -- the longer a task runs, the nearer it is to the right end
  if redis.call('LREM', active, -1, id) == 0 then
    return false
  end
  redis.call('ZREM', lease, id)
  return true
end
