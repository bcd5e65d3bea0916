-- message(hash): the stored message of a task; false if there is none, and then what is left of the hash, which would only
-- block the ID, is deleted.
local function message(hash)
  local msg = redis.pcall('HGET', hash, 'msg')
  if type(msg) == 'string' then
    return msg
  end
  if not msg then
    redis.call('DEL', hash)
  end
  return false
end

-- take(ids, task_prefix, expiry, receipt, name, life, remove): makes pending tasks active and leases them to the caller.
-- remove takes them, and what else is to leave the queue, out of the pending list.
-- KEYS  1 pending list, 3 active list, 4 lease zset
local function take(ids, task_prefix, expiry, receipt, name, life, remove)
  -- what Redis may refuse comes before the tasks are taken out: a command that fails ends the script
  redis.call('LTRIM', KEYS[1], 0, -1)
  if #ids > 0 then
    local leases = {}
    for i, id in ipairs(ids) do
      leases[2 * i - 1] = expiry
      leases[2 * i] = id
    end
    redis.call('LPUSH', KEYS[3], unpack(ids))
    local leased = redis.pcall('ZADD', KEYS[4], unpack(leases))
    if type(leased) ~= 'number' then
      redis.call('LTRIM', KEYS[3], #ids, -1)
      return leased
    end
  end
  remove()
  for _, id in ipairs(ids) do
    local hash = task_prefix .. id
    redis.call('HSET', hash, 'state', 'active')
    redis.call('HDEL', hash, 'pending_since', 'asynqee:progress')
  end
  if #ids > 0 then
    -- if the reply is lost, the caller learns from this what it has leased
    redis.call('SET', receipt, name .. '\n' .. table.concat(ids, '\n'), 'EX', life)
  end
end
