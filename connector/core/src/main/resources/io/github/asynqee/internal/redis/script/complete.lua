-- Keeps tasks that succeeded for their retention (protocol 5.2: mark as complete). Several tasks of one queue per call.
-- KEYS  1 active list, 2 lease zset, 3 completed zset, 4 processed of the day, 5 processed in total; then the task hash
--       of each task; then the locks of the unique ones
-- ARGV  1 expiry of the daily counter, Unix seconds, 2 largest counter value, 3 field of the attempts, 4 how many are kept;
--       then for each task: ID, lease score from, lease score to, name of the dequeue or empty, index of its lock in KEYS or
--       0, msg, end of retention in Unix seconds, the attempt or empty
-- Reply for each task: 1 completed, 0 if another worker has it
-- include whole_slot needs read held release unlock count record_attempt
needs('ZREM', 'ZADD', 'HSET', 'HDEL', 'GET')
-- fails, if it must, before the tasks are in no collection
redis.call('ZREM', KEYS[3], '')
local reply, done = {}, 0
for i = 1, (#ARGV - 4) / 8 do
  local at = 8 * i - 3
  local id = ARGV[at]
  reply[i] = 0
  if release(KEYS[1], KEYS[2], KEYS[5 + i], id, ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]) then
    redis.call('ZADD', KEYS[3], ARGV[at + 6], id)
    redis.call('HSET', KEYS[5 + i], 'msg', ARGV[at + 5], 'state', 'completed')
    unlock(KEYS[tonumber(ARGV[at + 4])], id)
    record_attempt(KEYS[5 + i], ARGV[3], ARGV[at + 7], ARGV[4])
    done = done + 1
    reply[i] = 1
  end
end
count(KEYS[4], ARGV[1], done)
count_total({KEYS[5]}, done, ARGV[2])
return reply
