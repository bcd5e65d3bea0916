-- Takes the next tasks of a queue and leases them to the caller (protocol 5.2: dequeue).
-- KEYS  1 pending list, 2 paused flag, 3 active list, 4 lease zset, 5 the caller's receipt
-- ARGV  1 lease expiry, Unix seconds, 2 prefix of task hashes, 3 how many tasks at most, 4 what names this call, 5 life of
--       the receipt in seconds
-- Reply 1 if the queue is paused or else 0; then for each task its ID and msg. A task without msg cannot run: it is
--       taken out of the queue and reported with a nil msg.
if redis.call('EXISTS', KEYS[2]) == 1 then
  return {1}
end
-- the next one is the last of the list
local ids = redis.call('LRANGE', KEYS[1], -ARGV[3], -1)
if #ids == 0 then
  return {0}
end
local reply, taken, hashes, leases = {0}, {}, {}, {}
for i = #ids, 1, -1 do
  local id = ids[i]
  local hash = ARGV[2] .. id
  local msg = redis.pcall('HGET', hash, 'msg')
  if type(msg) == 'string' then
    taken[#taken + 1] = id
    hashes[#taken] = hash
    leases[#leases + 1] = ARGV[1]
    leases[#leases + 1] = id
  else
    if not msg then
      -- whatever is left of the hash would only block the ID
      redis.call('DEL', hash)
    end
    msg = false
  end
  reply[#reply + 1] = id
  reply[#reply + 1] = msg
end
-- what Redis may refuse comes before the tasks are taken out: a command that fails ends the script
redis.call('LTRIM', KEYS[1], 0, -1)
if #taken > 0 then
  redis.call('LPUSH', KEYS[3], unpack(taken))
  local leased = redis.pcall('ZADD', KEYS[4], unpack(leases))
  if type(leased) ~= 'number' then
    redis.call('LTRIM', KEYS[3], #taken, -1)
    return leased
  end
end
redis.call('LTRIM', KEYS[1], 0, -#ids - 1)
for _, hash in ipairs(hashes) do
  redis.call('HSET', hash, 'state', 'active')
  redis.call('HDEL', hash, 'pending_since', 'asynqee:progress')
end
if #taken > 0 then
  -- if the reply is lost, the caller learns from this what it has leased
  redis.call('SET', KEYS[5], ARGV[4] .. '\n' .. table.concat(taken, '\n'), 'EX', ARGV[5])
end
return reply
