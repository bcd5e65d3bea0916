-- Records the ends of members of a batch. Private: asynq has no such operation.
-- KEYS  1 HASH of the batch, 2 zset of its open members, 3 zset of its failed members, 4 zset of members that have ended before
--       all first members were stored
-- ARGV  1 now, Unix milliseconds, then for each member: the member, its stamp, and stored, ended, gone, failed or
--       withdrawn. A member with another stamp stays unchanged, because it was added again. A member is not withdrawn
--       if its task has been stored. A member that is gone counts as ended, but in a chain the next task is not stored
-- Reply the names of the due callbacks, see include/advance_batch
-- include whole_slot needs advance_batch
needs('ZREM', 'ZADD', 'HSET', 'EXISTS', 'HEXISTS', 'HGET', 'ZCARD')
-- if the producer dies and another producer stores the batch again, members that have ended stay ended
local storing = redis.call('EXISTS', KEYS[1]) == 1 and redis.call('HEXISTS', KEYS[1], 'sealed') == 0
  and redis.call('HEXISTS', KEYS[1], 'ended') == 0
for i = 2, #ARGV, 3 do
  local member, stamp, how = ARGV[i], tonumber(ARGV[i + 1]), ARGV[i + 2]
  local open = tonumber(redis.call('ZSCORE', KEYS[2], member) or 0)
  if how == 'gone' then
    how = 'ended'
    if math.abs(open) == stamp or tonumber(redis.call('ZSCORE', KEYS[3], member) or 0) == stamp then
      refuse(KEYS[1], KEYS[3], ARGV[1], member)
    end
  end
  if math.abs(open) == stamp and not (how == 'withdrawn' and open < 0) then
    if how == 'stored' then
      redis.call('ZADD', KEYS[2], -stamp, member)
    else
      if how == 'failed' then
        redis.call('ZADD', KEYS[3], stamp, member)
      elseif how == 'withdrawn' then
        redis.call('HINCRBY', KEYS[1], 'added', -1)
      elseif storing then
        redis.call('ZADD', KEYS[4], stamp, member)
      end
      redis.call('ZREM', KEYS[2], member)
    end
  elseif how == 'ended' and tonumber(redis.call('ZSCORE', KEYS[3], member) or 0) == stamp then
    if storing then
      redis.call('ZADD', KEYS[4], stamp, member)
    end
    redis.call('ZREM', KEYS[3], member)
  end
end
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('UNLINK', KEYS[2], KEYS[3], KEYS[4])
  return {}
end
return advance(KEYS[1], KEYS[2], KEYS[3], ARGV[1])
