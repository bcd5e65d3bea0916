-- check_lock(hash): fails if the lock that discard releases may not be read.
local function check_lock(hash)
  local lock = read('HGET', hash, 'unique_key')
  if type(lock) == 'string' then
    read('GET', lock)
  end
end

-- discard(hash, id): deletes a task's hash and releases its uniqueness lock. A key that is not a hash stays unchanged. Needs
-- unlock.
local function discard(hash, id)
  local lock = read('HGET', hash, 'unique_key')
  if type(lock) == 'table' then
    return
  end
  unlock(lock, id)
  redis.call('DEL', hash)
end
