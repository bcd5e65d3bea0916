-- unlock(lock, id): releases a uniqueness lock if it is held by this task. A lock that cannot be read is left alone.
local function unlock(lock, id)
  if lock and read('GET', lock) == id then
    redis.call('DEL', lock)
  end
end
