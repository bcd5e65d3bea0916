-- Stores the task that replaces a staged set and deletes the set and its members, both or neither (protocol 5.4:
-- delete aggregation set, together with an operation of 5.1). The members count as processed.
-- KEYS  1 staged set, 2 aggregation sets zset, 3 processed of the day, 4 processed in total; then the locks of unique
--       members; then the KEYS of store
-- ARGV  1 to 6 as in store, 7 prefix of task hashes, 8 expiry of the daily counter, Unix seconds, 9 largest counter
--       value; then for each lock of a member the member's ID
-- Reply 1 stored, by this call or by the same one before, 0 ID taken, -1 lock held, -2 the set is gone or was reclaimed:
--       nothing is changed unless the reply is 1
-- include whole_slot needs read claim store unlock discard member count
local locks = #ARGV - 9
local task = 5 + locks
if not redis.call('ZSCORE', KEYS[2], KEYS[1]) or redis.call('EXISTS', KEYS[1]) == 0 then
  return read('HGET', KEYS[task], 'msg') == ARGV[3] and 1 or -2
end
needs('GET', 'ZRANGE', 'HGET', 'HEXISTS', 'ZREM')
local stored = store(task)
if stored ~= 1 then
  return stored
end
for i = 1, locks do
  -- a member that has left the set, to be retried or archived, keeps its lock
  if redis.call('ZSCORE', KEYS[1], ARGV[9 + i]) then
    unlock(KEYS[4 + i], ARGV[9 + i])
  end
end
local done = 0
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local hash = ARGV[7] .. id
  local found = member(hash)
  if found ~= 'other' then
    discard(hash, id)
  end
  if found == 'here' then
    done = done + 1
  end
end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], KEYS[1])
count(KEYS[3], ARGV[8], done)
count_total({KEYS[4]}, done, ARGV[9])
return 1
