-- Lists leases that have expired (protocol 5.3: list lease expired). Changes nothing.
-- KEYS  1 lease zset
-- ARGV  1 latest expiry, Unix seconds, 2 prefix of task hashes, 3 how many at most, 4 field that counts recoveries,
--       5 how many to pass over, counted from the earliest, 6 1 to return the size of each msg instead of the msg, or 0
-- Reply 1 if there may be more, or 0; then for each lease, earliest first: ID, lease score, msg or nil, how often the task
--       was recovered since its checkpoint last advanced, or nil
-- include whole_slot read bounded advance
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'WITHSCORES', 'LIMIT', ARGV[5], ARGV[3])
local reply, fits = {#found == 2 * ARGV[3] and 1 or 0}, fitting()
for i = 1, #found, 2 do
  local hash = ARGV[2] .. found[i]
  local fields = read('HMGET', hash, 'msg', ARGV[4])
  local msg = fields[1] or false
  if not fits(msg and #msg or 0) then
    reply[1] = 1
    break
  end
  reply[#reply + 1] = found[i]
  reply[#reply + 1] = found[i + 1]
  reply[#reply + 1] = msg and ARGV[6] == '1' and tostring(#msg) or msg
  reply[#reply + 1] = fields[2] and not advance(hash) and fields[2] or false
end
return reply
