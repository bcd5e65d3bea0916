-- discard(hash, id): deletes a task's hash and releases its uniqueness lock. What is no hash is left alone. Needs
-- unlock.
local function discard(hash, id)
  local lock = read('HGET', hash, 'unique_key')
  if type(lock) == 'table' then
    return
  end
  unlock(lock, id)
  redis.call('DEL', hash)
end
