-- unlock(lock, id): gives a uniqueness lock back if it is this task's. A lock that cannot be read is left alone.
local function unlock(lock, id)
  if lock and redis.pcall('GET', lock) == id then
    redis.call('DEL', lock)
  end
end
