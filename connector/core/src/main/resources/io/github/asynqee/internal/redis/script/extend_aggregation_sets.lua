-- Extends the deadlines of staged sets. A set that was deleted or reclaimed stays unchanged.
-- KEYS  1 aggregation sets zset
-- ARGV  1 new deadline, Unix seconds; then the keys of the sets
-- Reply for each set: 1 extended, 0 it is no longer staged
-- removes nothing: after a write, even a full Redis executes ZADD, which then adds nothing
redis.call('ZREM', KEYS[1], '')
local reply = {}
for i = 2, #ARGV do
  reply[i - 1] = 0
  if redis.call('ZSCORE', KEYS[1], ARGV[i]) then
    redis.call('ZADD', KEYS[1], 'XX', ARGV[1], ARGV[i])
    reply[i - 1] = 1
  end
end
return reply
