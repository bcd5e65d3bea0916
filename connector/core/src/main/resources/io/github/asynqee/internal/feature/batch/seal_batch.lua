-- Records that all first members of a batch are stored, so that it can complete. Private: asynq has no such operation.
-- KEYS  1 HASH of the batch, 2 zset of its open members, 3 zset of its failed members, 4 zset of members that have ended before
-- ARGV  1 now, Unix milliseconds
-- Reply the names of the due callbacks, see include/advance_batch; nil if there is no such batch, or it was deleted and some of its
--       members remain
-- include whole_slot advance_batch
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'cancelled') == 1 then
  return false
end
-- first, because a command that fails ends the script; DEL of a million members would take more than 0.3 s
redis.call('UNLINK', KEYS[4])
redis.call('HSETNX', KEYS[1], 'sealed', ARGV[1])
return advance(KEYS[1], KEYS[2], KEYS[3], ARGV[1])
