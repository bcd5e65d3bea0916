-- Swaps an ID with the newest ID of a list, at the left end, if the given part of the list contains it.
-- KEYS  1 pending list
-- ARGV  1 ID, 2 distance of the part from the right end, 3 its size
-- Reply 1 done, 0 not in this part
local from = math.max(0, redis.call('LLEN', KEYS[1]) - ARGV[2])
for i, id in ipairs(redis.call('LRANGE', KEYS[1], from, from + ARGV[3] - 1)) do
  if id == ARGV[1] then
    redis.call('LSET', KEYS[1], from + i - 1, redis.call('LINDEX', KEYS[1], 0))
    redis.call('LSET', KEYS[1], 0, id)
    return 1
  end
end
return 0
