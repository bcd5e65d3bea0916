-- Deletes tasks that succeeded or were revoked (protocol 5.2: done). Several tasks of one queue per call.
-- KEYS  1 active list, 2 lease zset, 3 processed of the day, 4 processed in total; then the task hash of each task;
--       then the locks of the unique ones
-- ARGV  1 expiry of the daily counter, Unix seconds, 2 largest counter value; then for each task: ID, lease score
--       from, lease score to, index of its lock in KEYS or 0
-- Reply for each task: 1 deleted, 0 not the caller's any more
-- include release unlock count
local reply, done = {}, 0
for i = 1, (#ARGV - 2) / 4 do
  local at = 4 * i - 1
  local id = ARGV[at]
  reply[i] = 0
  if release(KEYS[1], KEYS[2], id, ARGV[at + 1], ARGV[at + 2]) and redis.call('DEL', KEYS[4 + i]) == 1 then
    unlock(KEYS[tonumber(ARGV[at + 3])], id)
    done = done + 1
    reply[i] = 1
  end
end
count(KEYS[3], ARGV[1], done)
count_total({KEYS[4]}, done, ARGV[2])
return reply
