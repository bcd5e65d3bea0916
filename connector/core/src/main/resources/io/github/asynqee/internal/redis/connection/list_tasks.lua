-- Reads some tasks of a collection (protocol 5.7: List…). Changes nothing.
-- KEYS  1 a list or zset
-- ARGV  1 prefix of task hashes, 2 first and 3 last position, from 0; in a list they count from the right end; then names of
--       fields
-- Reply for each task: ID, score or nil, then the fields or nil
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
local reply = {}
for i, id in ipairs(ids) do
  reply[#reply + 1] = id
  reply[#reply + 1] = scores[i] or false
  local fields = redis.pcall('HMGET', ARGV[1] .. id, unpack(ARGV, 4))
  for f = 1, #ARGV - 3 do
    reply[#reply + 1] = not fields.err and fields[f] or false
  end
end
return reply
