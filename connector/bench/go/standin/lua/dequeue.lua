-- Takes the next task of a queue.
-- KEYS  1 pending list, 2 paused flag, 3 active list, 4 lease zset
-- ARGV  1 lease expiry, Unix seconds, 2 prefix of task hashes
-- Reply msg, or nil if there is no task or the queue is paused
if redis.call('EXISTS', KEYS[2]) == 1 then
  return nil
end
local id = redis.call('RPOPLPUSH', KEYS[1], KEYS[3])
if not id then
  return nil
end
local hash = ARGV[2] .. id
redis.call('HSET', hash, 'state', 'active')
redis.call('HDEL', hash, 'pending_since')
redis.call('ZADD', KEYS[4], ARGV[1], id)
return redis.call('HGET', hash, 'msg')
