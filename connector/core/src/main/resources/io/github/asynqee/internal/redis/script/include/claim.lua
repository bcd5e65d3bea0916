-- claim(hash, lock, id, ttl): may a new task be stored under this hash?
-- Returns nil if so (the lock, if there is one, is then taken), 0 if the ID is taken, -1 if the lock is held.
local function claim(hash, lock, id, ttl)
  -- first, because a command that fails ends the script: a lock without a task would refuse others
  local exists = redis.call('EXISTS', hash) == 1
  if exists and lock and redis.call('EXISTS', lock) == 1 then
    return -1
  elseif exists then
    return 0
  elseif lock and not redis.call('SET', lock, id, 'NX', 'EX', ttl) then
    return -1
  end
  return nil
end

-- write(hash, lock, command, ...): writes a part of a new task that has been claimed. If Redis refuses it, the parts already written
-- are deleted, because an orphaned hash would block the ID, and the script ends with the error. If nothing was written, nothing is
-- deleted: after a write, even a full Redis would execute the command.
local function write(hash, lock, ...)
  local reply = redis.pcall(...)
  if type(reply) == 'table' and reply.err then
    if redis.call('EXISTS', hash) == 1 then
      redis.call('DEL', hash)
    end
    if lock then
      redis.call('DEL', lock)
    end
    redis.call(...)
  end
end
