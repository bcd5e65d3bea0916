-- unlock(lock, id): gives a uniqueness lock back if it is this task's.
local function unlock(lock, id)
  if lock and redis.call('GET', lock) == id then
    redis.call('DEL', lock)
  end
end
