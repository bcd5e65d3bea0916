-- Reads the members of a staged set, oldest first (protocol 5.4: read aggregation set). Changes nothing.
-- KEYS  1 staged set, 2 aggregation sets zset
-- ARGV  1 prefix of task hashes, 2 field that counts recoveries
-- Reply deadline of the set in Unix seconds or nil; then for each member its ID, when it joined in Unix seconds, its msg
--       or nil, and how often it was reclaimed from a worker that died, or nil
-- include whole_slot read
local reply = {redis.call('ZSCORE', KEYS[2], KEYS[1])}
local members = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for i = 1, #members, 2 do
  local fields = read('HMGET', ARGV[1] .. members[i], 'msg', ARGV[2])
  reply[#reply + 1] = members[i]
  reply[#reply + 1] = members[i + 1]
  reply[#reply + 1] = fields[1] or false
  reply[#reply + 1] = fields[2] or false
end
return reply
