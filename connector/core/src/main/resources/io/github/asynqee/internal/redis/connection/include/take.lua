-- take(ids, hashes, leases, receipt, remove): makes pending tasks active and leases them to the caller. remove takes them, and
-- what else is to leave the queue, out of the pending list. Returns nil, or the error of what Redis has refused: then nothing
-- is changed.
-- KEYS  1 pending list, 3 active list, 4 lease zset
-- ARGV  3 name of this call, 4 life of the receipt in seconds
local function take(ids, hashes, leases, receipt, remove)
  -- what Redis may refuse comes before the tasks are taken out: a command that fails ends the script
  redis.call('LTRIM', KEYS[1], 0, -1)
  if #ids > 0 then
    redis.call('LPUSH', KEYS[3], unpack(ids))
    local leased = redis.pcall('ZADD', KEYS[4], unpack(leases))
    if type(leased) ~= 'number' then
      redis.call('LTRIM', KEYS[3], #ids, -1)
      return leased
    end
  end
  remove()
  for _, hash in ipairs(hashes) do
    redis.call('HSET', hash, 'state', 'active')
    redis.call('HDEL', hash, 'pending_since', 'asynqee:progress', 'asynqee:archived')
  end
  if #ids > 0 then
    -- if the reply is lost, the caller learns from this what it has leased
    redis.call('SET', receipt, ARGV[3] .. '\n' .. table.concat(ids, '\n'), 'EX', ARGV[4])
  end
end

-- pending_since(hash, msg): since when a pending task was that; false if unknown.
local function pending_since(hash, msg)
  return msg and redis.call('HGET', hash, 'pending_since')
end

-- message(hash): the message of a pending task; false if there is none.
local function message(hash)
  local msg = read('HGET', hash, 'msg')
  if type(msg) == 'string' then
    return msg
  end
  if not msg then
    -- the rest of the hash would only block the ID
    redis.call('DEL', hash)
  end
  return false
end
