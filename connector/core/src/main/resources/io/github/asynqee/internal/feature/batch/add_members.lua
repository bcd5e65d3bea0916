-- Adds members to a batch, before their tasks are stored, or again when they are. Private: asynq has no such operation.
-- KEYS  1 HASH of the batch, 2 zset of its open members: score the stamp of the member, negative once its task is stored, 3 zset
--       of members that have ended before all first members were stored
-- ARGV  1 stamp of these members, negative if their tasks are stored, so that they are no longer withdrawn; then the
--       members
-- Reply for each member 1 added, 0 its task was stored before, and may have ended since; nothing if the batch does not
--       exist or takes no more members
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'ended') == 1
  or redis.call('HEXISTS', KEYS[1], 'sealed') == 1 and redis.call('ZCARD', KEYS[2]) == 0 then
  return {}
end
local reply, added = {}, 0
for i = 2, #ARGV do
  local stamp = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[i]) or 0)
  reply[i - 1] = (stamp < 0 or stamp == 0 and redis.call('ZSCORE', KEYS[3], ARGV[i])) and 0 or 1
  if reply[i - 1] == 1 then
    redis.call('ZADD', KEYS[2], ARGV[1], ARGV[i])
    added = added + (stamp == 0 and 1 or 0)
  end
end
redis.call('HINCRBY', KEYS[1], 'added', added)
redis.call('HSET', KEYS[1], 'grown', string.match(ARGV[1], '%d+'))
return reply
