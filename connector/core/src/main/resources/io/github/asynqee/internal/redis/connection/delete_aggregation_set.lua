-- Deletes a staged set and its members (protocol 5.4: delete aggregation set).
-- KEYS  1 staged set, 2 aggregation sets zset
-- ARGV  1 prefix of task hashes
-- Reply number of members the set had
-- include unlock discard member
local ids = redis.call('ZRANGE', KEYS[1], 0, -1)
for _, id in ipairs(ids) do
  local hash = ARGV[1] .. id
  if member(hash) ~= 'other' then
    discard(hash, id)
  end
end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], KEYS[1])
return #ids
