-- Deletes completed tasks whose retention has ended (protocol 5.3: delete expired completed).
-- KEYS  1 completed zset
-- ARGV  1 now, Unix seconds, 2 prefix of task hashes, 3 how many at most
-- Reply number of tasks deleted
-- include whole_slot needs
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
if #ids > 0 then
  needs('ZREM')
end
for _, id in ipairs(ids) do
  redis.call('DEL', ARGV[2] .. id)
  redis.call('ZREM', KEYS[1], id)
end
return #ids
