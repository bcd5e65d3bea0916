-- Deletes a staged set and its members, which have been dealt with (protocol 5.4: delete aggregation set).
-- KEYS  1 staged set, 2 aggregation sets zset
-- ARGV  1 prefix of task hashes
-- Reply number of members deleted
-- include unlock discard
local ids = redis.call('ZRANGE', KEYS[1], 0, -1)
for _, id in ipairs(ids) do
  discard(ARGV[1] .. id, id)
end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], KEYS[1])
return #ids
