-- Archives the first tasks of a collection, and trims the archive (protocol 5.7: ArchiveAll…). An ID without hash is dropped.
-- KEYS  1 the list or zset of a state or group, 2 archived zset, 3 groups set
-- ARGV  1 prefix of task hashes, 2 how many at most, 3 now, Unix seconds, 4 the group, empty for a state, 5 oldest time kept,
--       Unix seconds, 6 archive size that is not reached
-- Reply the number of IDs taken from the collection
-- include whole_slot needs read first_of unlock discard trim_archived
local ids = first_of(KEYS[1], tonumber(ARGV[2]))
local hashes = {}
for _, id in ipairs(ids) do
  local fields = read('HLEN', ARGV[1] .. id)
  hashes[id] = type(fields) == 'table' and 'other' or fields > 0 and 'task'
end
needs('ZADD', 'HSET', 'ZREM', 'LTRIM', 'ZREMRANGEBYRANK', 'EXISTS', 'SREM', 'ZCARD', 'ZRANGEBYSCORE', 'ZRANGE', 'HGET', 'GET')
for _, id in ipairs(ids) do
  if hashes[id] then
    redis.call('ZADD', KEYS[2], ARGV[3], id)
  end
end
remove_first_of(KEYS[1], #ids)
for _, id in ipairs(ids) do
  if hashes[id] == 'task' then
    redis.call('HSET', ARGV[1] .. id, 'state', 'archived')
  end
end
trim_archived(KEYS[2], ARGV[1], ARGV[5], ARGV[6])
unlist(KEYS[3], ARGV[4], KEYS[1])
return #ids
