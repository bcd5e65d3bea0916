-- Takes the next tasks of a queue, whatever their types, and leases them to the caller (protocol 5.2: dequeue).
-- KEYS  1 pending list, 2 paused flag, 3 active list, 4 lease zset, 5 the caller's receipt
-- ARGV  1 lease expiry, Unix seconds, 2 prefix of task hashes, 3 name of this call, 4 life of the receipt in seconds,
--       5 how many tasks at most
-- Reply 1 if the queue is paused or else 0; then for each task its ID and msg. A task without msg cannot run: it is
--       taken out of the queue and reported with a nil msg.
-- include take
if redis.call('EXISTS', KEYS[2]) == 1 then
  return {1}
end
-- the next one is the last of the list
local ids = redis.call('LRANGE', KEYS[1], -ARGV[5], -1)
if #ids == 0 then
  return {0}
end
local reply, taken = {0}, {}
for i = #ids, 1, -1 do
  local msg = message(ARGV[2] .. ids[i])
  if msg then
    taken[#taken + 1] = ids[i]
  end
  reply[#reply + 1] = ids[i]
  reply[#reply + 1] = msg
end
local refused = take(taken, ARGV[2], ARGV[1], KEYS[5], ARGV[3], ARGV[4], function()
  redis.call('LTRIM', KEYS[1], 0, -#ids - 1)
end)
return refused or reply
