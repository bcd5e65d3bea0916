-- Schedules failed tasks to be retried later (protocol 5.2: retry). Several tasks of one queue per call.
-- KEYS  1 active list, 2 lease zset, 3 retry zset, 4 processed of the day, 5 failed of the day, 6 processed in total,
--       7 failed in total; then the task hash of each task
-- ARGV  1 expiry of the daily counters, Unix seconds, 2 largest counter value, 3 field of the attempts, 4 how many are
--       kept; then for each task: ID, lease score from, lease score to, name of the dequeue or empty, msg, time to run
--       in Unix seconds, 1 if this counts as a failure or else 0, the field that counts recoveries if this is one or
--       else empty, the attempt or empty. If a task has advanced since its last recovery, its recoveries are counted
--       from 0 again
-- Reply for each task: 1 scheduled, 0 if another worker has it
-- include whole_slot needs read held release count record_attempt advance
needs('ZREM', 'ZADD', 'HSET', 'HDEL', 'HMGET')
-- fails, if it must, before the tasks are in no collection
redis.call('ZREM', KEYS[3], '')
local reply, failures = {}, 0
for i = 1, (#ARGV - 4) / 9 do
  local at = 9 * i - 4
  local id = ARGV[at]
  reply[i] = 0
  if release(KEYS[1], KEYS[2], KEYS[7 + i], id, ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]) then
    redis.call('ZADD', KEYS[3], ARGV[at + 5], id)
    redis.call('HSET', KEYS[7 + i], 'msg', ARGV[at + 4], 'state', 'retry')
    if ARGV[at + 7] ~= '' then
      local come = advance(KEYS[7 + i])
      if come then
        redis.call('HSET', KEYS[7 + i], ARGV[at + 7], 1, 'asynqee:recovered', come)
      else
        -- an unexpected value of another client must not stop the other tasks
        redis.pcall('HINCRBY', KEYS[7 + i], ARGV[at + 7], 1)
      end
    end
    record_attempt(KEYS[7 + i], ARGV[3], ARGV[at + 8], ARGV[4])
    failures = failures + tonumber(ARGV[at + 6])
    reply[i] = 1
  end
end
count(KEYS[4], ARGV[1], failures)
count(KEYS[5], ARGV[1], failures)
count_total({KEYS[6], KEYS[7]}, failures, ARGV[2])
return reply
