-- Takes the next tasks of a queue, of any type, and leases them to the caller (protocol 5.2: dequeue).
-- KEYS  1 pending list, 2 paused flag, 3 active list, 4 lease zset, 5 the caller's receipt
-- ARGV  1 lease expiry, Unix seconds, 2 prefix of task hashes, 3 name of this call, 4 life of the receipt in seconds,
--       5 for how many tasks the pending time is read, 6 maximum number of tasks; fewer
--       if they are large
-- Reply 1 if the queue is paused or else 0; then for each task its ID, its msg and, for the first tasks only, the time at
--       which it became pending, Unix nanoseconds. A task without msg cannot run: it is taken out of the queue and
--       reported with a nil msg.
-- include whole_slot read bounded take
if redis.call('EXISTS', KEYS[2]) == 1 then
  return {1}
end
-- the next one is the last of the list
local ids = redis.call('LRANGE', KEYS[1], -ARGV[6], -1)
if #ids == 0 then
  return {0}
end
local reply, taken, hashes, leases, sampled = {0}, {}, {}, {}, tonumber(ARGV[5])
local fits, removed = fitting(), 0
for i = #ids, 1, -1 do
  local id = ids[i]
  local hash = ARGV[2] .. id
  local msg = message(hash)
  if not fits(msg and #msg or 0) then
    break
  end
  removed = removed + 1
  if msg then
    local n = #taken + 1
    taken[n], hashes[n] = id, hash
    leases[2 * n - 1], leases[2 * n] = ARGV[1], id
  end
  local n = #reply
  reply[n + 1], reply[n + 2], reply[n + 3] = id, msg, #ids - i < sampled and pending_since(hash, msg)
end
local refused = take(taken, hashes, leases, KEYS[5], function()
  redis.call('LTRIM', KEYS[1], 0, -removed - 1)
end)
return refused or reply
