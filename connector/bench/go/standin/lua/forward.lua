-- Makes tasks ready whose time has come.
-- KEYS  1 zset of scheduled tasks or of tasks to retry, 2 pending list
-- ARGV  1 now, Unix seconds, 2 prefix of task hashes, 3 now, Unix nanoseconds, 4 prefix of groups
-- Reply how many
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, 100)
for _, id in ipairs(ids) do
  local hash = ARGV[2] .. id
  local group = redis.call('HGET', hash, 'group')
  if group and group ~= '' then
    redis.call('ZADD', ARGV[4] .. group, ARGV[1], id)
    redis.call('ZREM', KEYS[1], id)
    redis.call('HSET', hash, 'state', 'aggregating')
  else
    redis.call('LPUSH', KEYS[2], id)
    redis.call('ZREM', KEYS[1], id)
    redis.call('HSET', hash, 'state', 'pending', 'pending_since', ARGV[3])
  end
end
return #ids
