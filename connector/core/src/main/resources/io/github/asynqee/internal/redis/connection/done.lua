-- Deletes tasks that succeeded or were revoked (protocol 5.2: done). Several tasks of one queue per call.
-- KEYS  1 active list, 2 lease zset, 3 processed of the day, 4 processed in total; then the task hash of each task;
--       then the locks of the unique ones
-- ARGV  1 expiry of the daily counter, Unix seconds, 2 largest counter value; then for each task: ID, lease score
--       from, lease score to, index of its lock in KEYS or 0
-- Reply for each task: 1 deleted, 0 not the caller's any more
-- include whole_slot read release unlock count
local ids = {}
for i = 1, (#ARGV - 2) / 4 do
  ids[i] = ARGV[4 * i - 1]
end
local scores = lease_scores(KEYS[2], ids)
local reply, released, hashes, seen, done = {}, {}, {}, {}, 0
for i, id in ipairs(ids) do
  local at = 4 * i - 1
  reply[i] = 0
  if not seen[id] and is_leased(scores[i], ARGV[at + 1], ARGV[at + 2]) and remove(KEYS[1], id) then
    seen[id] = true
    released[#released + 1] = i
    hashes[#released] = KEYS[4 + i]
  end
end
if #released > 0 then
  local all_there = redis.call('EXISTS', unpack(hashes)) == #hashes
  for at, i in ipairs(released) do
    if all_there or redis.call('EXISTS', hashes[at]) == 1 then
      unlock(KEYS[tonumber(ARGV[4 * i + 2])], ids[i])
      done = done + 1
      reply[i] = 1
    end
    released[at] = ids[i]
  end
  redis.call('DEL', unpack(hashes))
  redis.call('ZREM', KEYS[2], unpack(released))
end
count(KEYS[3], ARGV[1], done)
count_total({KEYS[4]}, done, ARGV[2])
return reply
