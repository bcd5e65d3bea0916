-- Deletes tasks that succeeded or were revoked (protocol 5.2: done). Several tasks of one queue per call.
-- KEYS  1 active list, 2 lease zset, 3 processed of the day, 4 processed in total; then the task hash of each task;
--       then the locks of the unique ones
-- ARGV  1 expiry of the daily counter, Unix seconds, 2 largest counter value; then for each task: ID, lease score
--       from, lease score to, name of the dequeue or empty, index of its lock in KEYS or 0
-- Reply for each task: 1 deleted, 0 not the caller's any more
-- include whole_slot read held release count
local ids = {}
for i = 1, (#ARGV - 2) / 5 do
  ids[i] = ARGV[5 * i - 2]
end
-- a command that is refused ends the script: what is read, and what changes nothing, comes first
local scores = lease_scores(KEYS[2], ids)
local reply, mine, hashes, locks, seen = {}, {}, {}, {}, {}
for i, id in ipairs(ids) do
  local at = 5 * i - 2
  reply[i] = 0
  if not seen[id] and is_leased(scores[i], ARGV[at + 1], ARGV[at + 2]) and not is_taken(KEYS[4 + i], ARGV[at + 3]) then
    seen[id] = true
    mine[#mine + 1] = i
    hashes[#mine] = KEYS[4 + i]
    local lock = KEYS[tonumber(ARGV[at + 4])]
    locks[i] = lock and read('GET', lock) == id and lock
  end
end
local done = 0
if #mine > 0 then
  redis.call('DEL', missing)
  redis.call('ZREM', missing, '-')
  local all_there = redis.call('EXISTS', unpack(hashes)) == #hashes
  local released, gone = {}, {}
  for at, i in ipairs(mine) do
    local exists = all_there or redis.call('EXISTS', hashes[at]) == 1
    if remove(KEYS[1], ids[i]) then
      released[#released + 1] = ids[i]
      gone[#gone + 1] = hashes[at]
      if exists then
        gone[#gone + 1] = locks[i] or nil
        done = done + 1
        reply[i] = 1
      end
    end
  end
  if #released > 0 then
    redis.call('DEL', unpack(gone))
    redis.call('ZREM', KEYS[2], unpack(released))
  end
end
count(KEYS[3], ARGV[1], done)
count_total({KEYS[4]}, done, ARGV[2])
return reply
