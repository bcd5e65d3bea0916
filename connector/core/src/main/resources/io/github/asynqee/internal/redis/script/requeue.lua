-- Requeues tasks at the head of their queue, or at its end, without using up a retry (protocol 5.2: requeue). Several
-- tasks of one queue per call; of the tasks requeued at the head, the last one in ARGV runs first.
-- KEYS  1 active list, 2 lease zset, 3 pending list; then the task hash of each task
-- ARGV  1 now, Unix nanoseconds, 2 field of the attempts, 3 how many are kept; then for each task: ID, lease score from, lease
--       score to, name of the dequeue or empty, 1 if it goes to the end or else 0, the attempt or empty
-- Reply for each task: 1 requeued, 0 if another worker has it
-- include whole_slot needs read held release record_attempt
needs('ZREM', 'RPUSH', 'LPUSH', 'HSET', 'HDEL')
-- fails, if it must, before the tasks are in no collection
redis.call('LTRIM', KEYS[3], 0, -1)
local reply = {}
for i = 1, (#ARGV - 3) / 6 do
  local at = 6 * i - 2
  local id = ARGV[at]
  reply[i] = 0
  if release(KEYS[1], KEYS[2], KEYS[3 + i], id, ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]) then
    redis.call(ARGV[at + 4] == '1' and 'LPUSH' or 'RPUSH', KEYS[3], id)
    redis.call('HSET', KEYS[3 + i], 'state', 'pending', 'pending_since', ARGV[1])
    record_attempt(KEYS[3 + i], ARGV[2], ARGV[at + 5], ARGV[3])
    reply[i] = 1
  end
end
return reply
