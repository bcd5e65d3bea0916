-- Finds the tasks that were leased to the caller by a dequeue whose reply was lost. Changes nothing.
-- KEYS  1 the caller's receipt, 2 lease zset
-- ARGV  1 what names the lost call, 2 the lease expiry it wrote, Unix seconds, 3 prefix of task hashes
-- Reply for each task that is still leased by that call: its ID and its msg
-- include whole_slot
local reply = {}
local receipt = redis.call('GET', KEYS[1])
if not receipt or string.match(receipt, '^[^\n]*') ~= ARGV[1] then
  return reply
end
for id in string.gmatch(receipt, '\n([^\n]*)') do
  if redis.call('ZSCORE', KEYS[2], id) == ARGV[2] then
    reply[#reply + 1] = id
    reply[#reply + 1] = redis.call('HGET', ARGV[3] .. id, 'msg')
  end
end
return reply
