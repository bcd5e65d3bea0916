-- Archives tasks that failed permanently (protocol 5.2: archive), and trims the archive. Several tasks of one queue per
-- call.
-- KEYS  1 active list, 2 lease zset, 3 archived zset, 4 processed of the day, 5 failed of the day, 6 processed in total,
--       7 failed in total; then the task hash of each task
-- ARGV  1 expiry of the daily counters, Unix seconds, 2 largest counter value, 3 now, Unix seconds, 4 oldest time kept,
--       Unix seconds, 5 archive size that is not reached, 6 prefix of task hashes, 7 field that counts recoveries,
--       which start over, 8 field of the attempts, 9 how many are kept; then for each task: ID, lease score from, lease
--       score to, name of the dequeue or empty, msg, 1 if a task that has advanced since its last recovery must stay
--       unchanged or else 0, the attempt or empty
-- Reply for each task: 1 archived, 0 if another worker has it or it has advanced
-- include whole_slot needs read held release count unlock discard trim_archived record_attempt advance
needs('ZREM', 'ZADD', 'HSET', 'HDEL', 'ZCARD', 'ZRANGEBYSCORE', 'ZRANGE', 'HGET', 'HMGET', 'GET')
-- fails, if it must, before the tasks are in no collection
redis.call('ZREM', KEYS[3], '')
local reply, failures = {}, 0
for i = 1, (#ARGV - 9) / 7 do
  local at = 7 * i + 3
  local id = ARGV[at]
  reply[i] = 0
  -- a worker that was believed dead may have saved a cursor since its lease was read
  local advanced = ARGV[at + 5] == '1' and advance(KEYS[7 + i])
  if not advanced and release(KEYS[1], KEYS[2], KEYS[7 + i], id, ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]) then
    redis.call('ZADD', KEYS[3], ARGV[3], id)
    redis.call('HSET', KEYS[7 + i], 'msg', ARGV[at + 4], 'state', 'archived')
    redis.call('HDEL', KEYS[7 + i], ARGV[7])
    record_attempt(KEYS[7 + i], ARGV[8], ARGV[at + 6], ARGV[9])
    failures = failures + 1
    reply[i] = 1
  end
end
if failures > 0 then
  trim_archived(KEYS[3], ARGV[6], ARGV[4], ARGV[5])
end
count(KEYS[4], ARGV[1], failures)
count(KEYS[5], ARGV[1], failures)
count_total({KEYS[6], KEYS[7]}, failures, ARGV[2])
return reply
