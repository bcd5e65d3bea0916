-- Counts the members of a private set of limits by their keys. Changes nothing.
-- KEYS  1 a zset without scores, of members that begin with a key and NUL
-- ARGV  1 the key after which to begin, or empty, 2 maximum number of keys
-- Reply for each key: the key and its number of members
local reply, from = {}, ARGV[1] == '' and '-' or '(' .. ARGV[1] .. '\1'
for _ = 1, tonumber(ARGV[2]) do
  local member = redis.call('ZRANGE', KEYS[1], from, '+', 'BYLEX', 'LIMIT', 0, 1)[1]
  if not member then
    break
  end
  local key = string.match(member, '^%Z*')
  from = '(' .. key .. '\1'
  reply[#reply + 1] = key
  reply[#reply + 1] = redis.call('ZLEXCOUNT', KEYS[1], '[' .. key .. '\0', from)
end
return reply
