-- Stores new tasks, ready to run (protocol 5.1: enqueue, enqueue unique). Several tasks of one queue per call.
-- KEYS  1 pending list; then the task hash of each task; then the locks of the unique ones
-- ARGV  1 now, Unix nanoseconds; then for each task: ID, msg, index of its lock in KEYS or 0, life of the lock in seconds
-- Reply for each task: 1 stored, 0 ID taken, -1 lock held
-- include whole_slot claim
local reply = {}
for i = 1, (#ARGV - 1) / 4 do
  local at = 4 * i - 2
  local id, msg, lock, ttl = ARGV[at], ARGV[at + 1], KEYS[tonumber(ARGV[at + 2])], ARGV[at + 3]
  local hash = KEYS[1 + i]
  local refused = claim(hash, lock, id, ttl)
  if not refused then
    write(hash, lock, 'HSET', hash, 'msg', msg, 'state', 'pending', 'pending_since', ARGV[1])
    if lock then
      redis.call('HSET', hash, 'unique_key', lock)
    end
    write(hash, lock, 'LPUSH', KEYS[1], id)
  end
  reply[i] = refused or 1
end
return reply
