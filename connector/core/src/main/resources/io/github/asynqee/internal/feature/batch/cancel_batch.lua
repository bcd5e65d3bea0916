-- Ends a batch without storing its callbacks; it accepts no more members. Private: asynq has no such operation.
-- KEYS  1 HASH of the batch, 2 zset of members that have ended before all first members were stored
-- ARGV  1 now, Unix milliseconds
-- Reply 1, 0 if there is no such batch
-- include whole_slot
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
-- first, because a command that fails ends the script; DEL of a million members would take more than 0.3 s
redis.call('UNLINK', KEYS[2])
-- the time of the first call: for a while after it, a process that has read a due task before may still store this task
if not redis.call('HGET', KEYS[1], 'cancelled') then
  redis.call('HSET', KEYS[1], 'ended', ARGV[1], 'cancelled', ARGV[1])
end
return 1
