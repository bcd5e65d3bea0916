-- Stores new tasks that wait in one group (protocol 5.1: add to group, add to group unique). Several per call.
-- KEYS  1 group zset, 2 groups set; then the task hash of each task; then the locks of the unique ones
-- ARGV  1 now, Unix seconds, 2 group name; then for each task: ID, msg, index of its lock in KEYS or 0, life of the
--       lock in seconds
-- Reply for each task: 1 stored, 0 ID taken, -1 lock held
-- include whole_slot claim
local reply = {}
for i = 1, (#ARGV - 2) / 4 do
  local at = 4 * i - 1
  local id, msg, lock, ttl = ARGV[at], ARGV[at + 1], KEYS[tonumber(ARGV[at + 2])], ARGV[at + 3]
  local hash = KEYS[2 + i]
  local refused = claim(hash, lock, id, ttl)
  if not refused then
    write(hash, lock, 'HSET', hash, 'msg', msg, 'state', 'aggregating', 'group', ARGV[2])
    if lock then
      -- so that a deletion of the task can release the lock
      redis.call('HSET', hash, 'unique_key', lock)
    end
    -- a group that is not listed is never aggregated
    write(hash, lock, 'SADD', KEYS[2], ARGV[2])
    write(hash, lock, 'ZADD', KEYS[1], ARGV[1], id)
  end
  reply[i] = refused or 1
end
return reply
