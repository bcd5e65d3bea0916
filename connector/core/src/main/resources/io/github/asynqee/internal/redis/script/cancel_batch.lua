-- Ends a batch without storing what would follow: it takes no members, and its tasks are not stored any more. Private: asynq has
-- no such operation.
-- KEYS  1 HASH of the batch
-- ARGV  1 now, Unix milliseconds
-- Reply 1, 0 if there is no such batch
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
redis.call('HSET', KEYS[1], 'ended', ARGV[1], 'cancelled', ARGV[1])
return 1
