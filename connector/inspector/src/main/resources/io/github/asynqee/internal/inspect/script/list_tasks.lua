-- Reads some tasks of a collection (protocol 5.7: List…). Changes nothing.
-- KEYS  1 a list or zset
-- ARGV  1 prefix of task hashes, 2 first and 3 last position, from 0; in a list they count from the right end, 4 bytes
--       after which it ends early; then names of fields
-- Reply the number of tasks from the first to the last position, then for each task that was read: ID, score or nil,
--       then the fields or nil
-- include whole_slot read bounded rows
local ids, scores = {}, {}
if redis.call('TYPE', KEYS[1]).ok == 'list' then
  local range = redis.call('LRANGE', KEYS[1], -ARGV[3] - 1, -ARGV[2] - 1)
  for i = #range, 1, -1 do
    ids[#ids + 1] = range[i]
  end
else
  local range = redis.call('ZRANGE', KEYS[1], ARGV[2], ARGV[3], 'WITHSCORES')
  for i = 1, #range, 2 do
    ids[#ids + 1] = range[i]
    scores[#ids] = range[i + 1]
  end
end
local reply = {#ids}
add_rows(reply, ids, scores, ARGV[1], ARGV[4], 5)
return reply
