-- Adds numbers of the last seconds to the statistics of a queue.
-- KEYS  1 statistics of the minute, 2 of the hour, 3 of the day
-- ARGV  1 to 3 when they expire, Unix seconds, 4 largest number of types, 5 the type that counts all others; then for each
--       type: its name, how many fields follow, and for each the code of the number and the increment
-- Reply 1
for k, key in ipairs(KEYS) do
  local at = 6
  while at <= #ARGV do
    local name = ARGV[at]
    if redis.call('HEXISTS', key, 't:' .. name) == 0 then
      if tonumber(redis.call('HGET', key, 'types') or 0) >= tonumber(ARGV[4]) then
        name = ARGV[5]
      else
        redis.call('HSET', key, 't:' .. name, 1)
        redis.call('HINCRBY', key, 'types', 1)
      end
    end
    local last = at + 1 + 2 * ARGV[at + 1]
    for i = at + 2, last, 2 do
      redis.call('HINCRBY', key, ARGV[i] .. ':' .. name, ARGV[i + 1])
    end
    at = last + 1
  end
  redis.call('EXPIREAT', key, ARGV[k])
end
return 1
