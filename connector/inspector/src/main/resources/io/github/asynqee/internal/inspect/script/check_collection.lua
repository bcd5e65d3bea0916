-- Finds IDs in a collection that do not match the hashes of their tasks. Changes nothing.
-- KEYS  1 a list or zset of IDs; then the lease zset if it is the active list
-- ARGV  1 prefix of task hashes, 2 first and 3 last position, 4 the state of its tasks
-- Reply number of IDs examined, then the IDs to check one by one
-- include whole_slot read
local ids = redis.call(redis.call('TYPE', KEYS[1]).ok == 'list' and 'LRANGE' or 'ZRANGE', KEYS[1], ARGV[2], ARGV[3])
local reply = {#ids}
for _, id in ipairs(ids) do
  local hash = ARGV[1] .. id
  local state = read('HGET', hash, 'state')
  if state ~= ARGV[4] or redis.call('HEXISTS', hash, 'msg') == 0
    or KEYS[2] and not redis.call('ZSCORE', KEYS[2], id) then
    reply[#reply + 1] = id
  end
end
return reply
