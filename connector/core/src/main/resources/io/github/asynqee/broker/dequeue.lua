-- Takes the next tasks of a queue and leases them to the caller (protocol 5.2: dequeue).
-- KEYS  1 pending list, 2 paused flag, 3 active list, 4 lease zset, 5 the caller's receipt
-- ARGV  1 lease expiry, Unix seconds, 2 prefix of task hashes, 3 how many tasks at most, 4 what names this call, 5 life of
--       the receipt in seconds
-- Reply 1 if the queue is paused or else 0; then for each task its ID and msg. A task without msg cannot run: it is
--       taken out of the queue and reported with a nil msg.
if redis.call('EXISTS', KEYS[2]) == 1 then
  return {1}
end
local reply = {0}
local receipt = {ARGV[4]}
for _ = 1, ARGV[3] do
  local id = redis.call('RPOPLPUSH', KEYS[1], KEYS[3])
  if not id then
    break
  end
  local hash = ARGV[2] .. id
  local msg = redis.pcall('HGET', hash, 'msg')
  if type(msg) == 'string' then
    redis.call('HSET', hash, 'state', 'active')
    redis.call('HDEL', hash, 'pending_since', 'asynqee:progress')
    redis.call('ZADD', KEYS[4], ARGV[1], id)
    receipt[#receipt + 1] = id
  else
    redis.call('LREM', KEYS[3], 1, id)
    if not msg then
      -- whatever is left of the hash would only block the ID
      redis.call('DEL', hash)
    end
    msg = false
  end
  reply[#reply + 1] = id
  reply[#reply + 1] = msg
end
if #receipt > 1 then
  -- if the reply is lost, the caller learns from this what it has leased
  redis.call('SET', KEYS[5], table.concat(receipt, '\n'), 'EX', ARGV[5])
end
return reply
