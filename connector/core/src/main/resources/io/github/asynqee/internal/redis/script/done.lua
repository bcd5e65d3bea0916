-- Deletes tasks that succeeded or were revoked (protocol 5.2: done). Several tasks of one queue per call.
-- KEYS  1 active list, 2 lease zset, 3 processed of the day, 4 processed in total; then the task hash of each task;
--       then the locks of the unique ones
-- ARGV  1 expiry of the daily counter, Unix seconds, 2 largest counter value; then for each task: ID, lease score
--       from, lease score to, name of the dequeue or empty, index of its lock in KEYS or 0
-- Reply for each task: 1 deleted, 0 if another worker has it
-- include whole_slot read held release remove_all count
local ids = {}
for i = 1, (#ARGV - 2) / 5 do
  ids[i] = ARGV[5 * i - 2]
end
-- a refused command ends the script, so the script reads before it changes anything
local scores = lease_scores(KEYS[2], ids)
local reply, mine, positions, hashes, locks, exists = {}, {}, {}, {}, {}, {}
for i, id in ipairs(ids) do
  local at = 5 * i - 2
  reply[i] = 0
  if exists[id] == nil and is_leased(scores[i], ARGV[at + 1], ARGV[at + 2]) then
    local hash = KEYS[4 + i]
    local taken, seen = is_taken(hash, ARGV[at + 3])
    if not taken then
      exists[id] = seen or redis.call('EXISTS', hash) == 1
      mine[#mine + 1], hashes[id] = id, hash
      local lock = KEYS[tonumber(ARGV[at + 4])]
      locks[id] = lock and read('GET', lock) == id and lock or nil
      positions[id] = i
    end
  end
end
local done = 0
if #mine > 0 then
  redis.call('DEL', missing)
  redis.call('ZREM', missing, '-')
  local there = remove_all(KEYS[1], mine)
  local released, gone = {}, {}
  for _, id in ipairs(mine) do
    if there[id] then
      released[#released + 1] = id
      gone[#gone + 1] = hashes[id]
      if exists[id] then
        gone[#gone + 1] = locks[id]
        done = done + 1
        reply[positions[id]] = 1
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
