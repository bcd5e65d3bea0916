-- Writes incidents if the lease is still held, and extends the lease.
-- KEYS  1 lease, 2 hash of open incidents, 3 list of ended incidents
-- ARGV  1 holder, 2 lease in ms, 3 time to keep in s, 4 maximum number of ended incidents, 5 number of fields and
--       values, 6 number of fields to delete, then fields and values, fields to delete, ended incidents
-- Reply 0 if the lease is lost, else 1
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
local at = 7
for i = at, at + ARGV[5] - 1, 2 do
  redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
end
redis.call('EXPIRE', KEYS[2], ARGV[3])
local removed = at + ARGV[5]
for i = removed + ARGV[6], #ARGV do
  redis.call('LPUSH', KEYS[3], ARGV[i])
end
redis.call('LTRIM', KEYS[3], 0, ARGV[4] - 1)
redis.call('EXPIRE', KEYS[3], ARGV[3])
-- deleted last, because a key that has become empty cannot be used again while its slot moves
for i = removed, removed + ARGV[6] - 1 do
  redis.call('HDEL', KEYS[2], ARGV[i])
end
return 1
