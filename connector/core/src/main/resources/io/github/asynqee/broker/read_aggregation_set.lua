-- Reads the members of a staged set, oldest first (protocol 5.4: read aggregation set). Changes nothing.
-- KEYS  1 staged set, 2 aggregation sets zset
-- ARGV  1 prefix of task hashes
-- Reply deadline of the set in Unix seconds or nil; then for each member its ID and its msg or nil
local reply = {redis.call('ZSCORE', KEYS[2], KEYS[1])}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local msg = redis.pcall('HGET', ARGV[1] .. id, 'msg')
  reply[#reply + 1] = id
  reply[#reply + 1] = type(msg) == 'string' and msg
end
return reply
