-- claim(hash, lock, id, ttl): may a new task be stored under this hash?
-- Returns nil if so (the lock, if there is one, is then taken), 0 if the ID is taken, -1 if the lock is held.
-- A lock taken for a task that cannot be stored is released.
local function claim(hash, lock, id, ttl)
  if lock and not redis.call('SET', lock, id, 'NX', 'EX', ttl) then
    return -1
  end
  if redis.call('EXISTS', hash) == 1 then
    if lock then
      redis.call('DEL', lock)
    end
    return 0
  end
  return nil
end
