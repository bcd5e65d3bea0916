-- Stores new tasks to run later (protocol 5.1: schedule, schedule unique). Several tasks of one queue per call.
-- KEYS  1 scheduled zset; then the task hash of each task; then the locks of the unique ones
-- ARGV  for each task: ID, msg, index of its lock in KEYS or 0, life of the lock in seconds, time to run in Unix seconds
-- Reply for each task: 1 stored, 0 ID taken, -1 lock held
-- include whole_slot claim
local reply = {}
for i = 1, #ARGV / 5 do
  local at = 5 * i - 4
  local id, msg, lock, ttl = ARGV[at], ARGV[at + 1], KEYS[tonumber(ARGV[at + 2])], ARGV[at + 3]
  local hash = KEYS[1 + i]
  local refused = claim(hash, lock, id, ttl)
  if not refused then
    write(hash, lock, 'HSET', hash, 'msg', msg, 'state', 'scheduled')
    if lock then
      redis.call('HSET', hash, 'unique_key', lock)
    end
    write(hash, lock, 'ZADD', KEYS[1], ARGV[at + 4], id)
  end
  reply[i] = refused or 1
end
return reply
