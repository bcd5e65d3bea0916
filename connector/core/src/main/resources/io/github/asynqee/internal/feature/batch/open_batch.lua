-- Creates a batch. Private: asynq has no such operation.
-- KEYS  1 HASH of the batch, 2 zset of the batches of the queue
-- ARGV  1 its ID, 2 now, Unix milliseconds; then fields and values: task:<name> and queue:<name> of its callbacks;
--       for a chain member:step-<n>, proof:step-<n> and stamp; parent:queue, parent:id and parent:stamp if it has a parent batch
-- Reply 1 created, 0 it exists and accepts members, -1 it has ended
if redis.call('EXISTS', KEYS[1]) == 1 then
  return redis.call('HEXISTS', KEYS[1], 'ended') == 1 and -1 or 0
end
-- first, because a command that fails ends the script; the repair removes a listed batch without state
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
redis.call('HSET', KEYS[1], 'created', ARGV[2], unpack(ARGV, 3))
return 1
