-- unlock(lock, id): releases a uniqueness lock if this task holds it. A lock that cannot be read stays unchanged.
local function unlock(lock, id)
  if lock and read('GET', lock) == id then
    redis.call('DEL', lock)
  end
end
