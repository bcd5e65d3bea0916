-- Deletes the first tasks of a collection and releases their unique locks (protocol 5.7: DeleteAll…).
-- KEYS  1 the list or zset of a state or group, or a staged set, 2 groups set, 3 aggregation sets zset
-- ARGV  1 prefix of task hashes, 2 how many at most, 3 the group, empty for a state
-- Reply the number of IDs taken from the collection
-- include whole_slot needs read first_of unlock discard
local ids = first_of(KEYS[1], tonumber(ARGV[2]))
needs('GET', 'ZREM', 'LTRIM', 'ZREMRANGEBYRANK', 'EXISTS', 'SREM')
for _, id in ipairs(ids) do
  discard(ARGV[1] .. id, id)
end
remove_first_of(KEYS[1], #ids)
unlist(KEYS[2], ARGV[3], KEYS[1])
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('ZREM', KEYS[3], KEYS[1])
end
return #ids
