-- Extends the leases of tasks the caller is running (protocol 5.2: extend lease). Several tasks of one queue per call.
-- A lease that no longer exists, or was written by another caller, stays unchanged.
-- KEYS  1 lease zset
-- ARGV  1 new expiry, Unix seconds; then for each task: ID, lease score from, lease score to
-- Reply for each task: 1 lease extended, 0 lease ended or another caller has the lease
-- include held
-- removes nothing: after a write, even a full Redis executes ZADD, which then adds nothing
redis.call('ZREM', KEYS[1], '')
local reply = {}
for i = 1, (#ARGV - 1) / 3 do
  local at = 3 * i - 1
  local score = redis.call('ZSCORE', KEYS[1], ARGV[at])
  reply[i] = 0
  if is_leased(score, ARGV[at + 1], ARGV[at + 2]) then
    redis.call('ZADD', KEYS[1], 'XX', ARGV[1], ARGV[at])
    reply[i] = 1
  end
end
return reply
