-- Lists leases that have expired (protocol 5.3: list lease expired). Changes nothing.
-- KEYS  1 lease zset
-- ARGV  1 latest expiry, Unix seconds, 2 prefix of task hashes, 3 how many at most, 4 field that counts recoveries,
--       5 how many to pass over, counted from the earliest
-- Reply for each lease, earliest first: ID, lease score, msg or nil, how often the task was recovered since it advanced last or
--       nil
-- include whole_slot read advance
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'WITHSCORES', 'LIMIT', ARGV[5], ARGV[3])
local reply = {}
for i = 1, #found, 2 do
  local hash = ARGV[2] .. found[i]
  local fields = read('HMGET', hash, 'msg', ARGV[4])
  reply[#reply + 1] = found[i]
  reply[#reply + 1] = found[i + 1]
  reply[#reply + 1] = fields[1] or false
  reply[#reply + 1] = fields[2] and not advance(hash) and fields[2] or false
end
return reply
