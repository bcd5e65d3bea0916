-- Handles a chain whose producer seems to have died. If its first task is stored, the chain is sealed, as its producer
-- would have done. If the first task was never added, or was withdrawn, the chain is deleted. Private: asynq has no
-- such operation.
-- KEYS  1 HASH of the chain, 2 zset of its open members, 3 zset of its failed members, 4 zset of members that have ended before, 5
--       zset of the batches of the queue
-- ARGV  1 now, Unix milliseconds, 2 its ID
-- Reply nil if the chain is deleted; the names of the tasks that are to be stored now, see include/advance_batch
-- include whole_slot needs advance_batch
needs('ZREM', 'ZADD', 'HSET', 'HEXISTS', 'HGET', 'ZCARD')
local hash, open = KEYS[1], KEYS[2]
if redis.call('HEXISTS', hash, 'sealed') == 1 or redis.call('HEXISTS', hash, 'ended') == 1 then
  -- the producer was only paused
  return {}
end
local last = redis.call('ZRANGE', open, -1, -1, 'WITHSCORES')
if #last == 0 and tonumber(redis.call('HGET', hash, 'added') or 0) == 0 then
  redis.call('UNLINK', open, KEYS[3], KEYS[4], hash)
  redis.call('ZREM', KEYS[5], ARGV[2])
  return false
end
if #last > 0 and tonumber(last[2]) > 0 then
  -- the first task was added, but is not known to be stored
  return {}
end
redis.call('UNLINK', KEYS[4])
redis.call('HSETNX', hash, 'sealed', ARGV[1])
return advance(hash, open, KEYS[3], ARGV[1])
