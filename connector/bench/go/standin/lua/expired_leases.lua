-- Finds tasks whose lease has expired.
-- KEYS  1 lease zset
-- ARGV  1 score up to which they count, Unix seconds, 2 prefix of task hashes
-- Reply their msg
local found = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])) do
  local msg = redis.call('HGET', ARGV[2] .. id, 'msg')
  if msg then
    found[#found + 1] = msg
  end
end
return found
