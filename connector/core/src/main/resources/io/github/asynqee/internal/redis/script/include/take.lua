-- activate(hashes, leases, left): leases tasks to the caller, and records that in their hashes, with the name of this
-- call. left has, by hash, a field that is removed as well; it is nil if there are none. Returns nil, or the error of a
-- command that Redis has refused.
local function activate(hashes, leases, left)
  local leased = redis.pcall('ZADD', KEYS[4], unpack(leases))
  if type(leased) ~= 'number' then
    return leased
  end
  for _, hash in ipairs(hashes) do
    local field = left and left[hash]
    local written = field and redis.pcall('HDEL', hash, 'pending_since', 'asynqee:progress', 'asynqee:archived', field)
      or redis.pcall('HDEL', hash, 'pending_since', 'asynqee:progress', 'asynqee:archived')
    if type(written) == 'number' then
      written = redis.pcall('HSET', hash, 'state', 'active', 'asynqee:lease', ARGV[3])
    end
    if type(written) ~= 'number' then
      return written
    end
  end
end

-- take(ids, hashes, leases, receipt, remove, left): makes pending tasks active and leases them to the caller. The
-- function remove removes them from the pending list, and other tasks that must leave it. left as for activate. Returns
-- nil, or the error of a command that Redis has refused; then nothing is changed.
-- KEYS  1 pending list, 3 active list, 4 lease zset
-- ARGV  3 unique name of this call, 4 life of the receipt in seconds
local function take(ids, hashes, leases, receipt, remove, left)
  -- commands that Redis may refuse are called before the tasks are removed: a command that fails ends the script
  redis.call('LTRIM', KEYS[1], 0, -1)
  if #ids > 0 then
    -- if the reply is lost, the caller reads the leased tasks here
    redis.call('SET', receipt, ARGV[3] .. '\n' .. table.concat(ids, '\n'), 'EX', ARGV[4])
    redis.call('LPUSH', KEYS[3], unpack(ids))
    local refused = activate(hashes, leases, left)
    if refused then
      redis.call('LTRIM', KEYS[3], #ids, -1)
      for i = 2, #leases, 2 do
        redis.pcall('ZREM', KEYS[4], leases[i])
      end
      return refused
    end
  end
  remove()
end

-- pending_since(hash, msg): the time at which a pending task became pending; false if unknown.
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
