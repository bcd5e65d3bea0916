-- Records that tasks with the key of a limit have ended or were requeued: the key becomes ready if it has blocked tasks and capacity. Or
-- pauses a key.
-- KEYS  1 pending list, 2 scheduled zset, 3 lease zset, then the semaphores of the limits
-- ARGV  1 prefix of private keys of limits, 2 prefix of task hashes; then for each limit: how many tasks of a key may run, or 0,
--       how many may start within a period, or 0, the period in microseconds, how many tasks follow; and for each of these: key,
--       ID or empty, for how many milliseconds the key is paused, or -1 if the task was requeued at the head of the queue, or 0
-- Reply how many of the tasks still have a lease, and 1 if a key has become ready, else 0
-- include whole_slot read needs where limits
local limits = limits_of(ARGV[1], ARGV[2], KEYS[1], KEYS[2], KEYS[3])
local keys, ids, returned, limit_of = {}, {}, {}, {}
local at = 3
while ARGV[at] do
  local limit = {name = string.match(ARGV[at + 4] or '', '^%S*'), running = tonumber(ARGV[at]), starts = tonumber(ARGV[at + 1]),
    period = tonumber(ARGV[at + 2])}
  local last = at + 1 + 3 * ARGV[at + 3]
  for i = at + 4, last, 3 do
    local key, closed = ARGV[i], ARGV[i + 2]
    limit_of[key] = limit
    if ARGV[i + 1] ~= '' then
      local n = #ids + 1
      keys[n], ids[n], returned[n] = key, ARGV[i + 1], closed == '-1' or nil
    elseif closed ~= '0' then
      limits.close(key, closed)
    end
  end
  at = last + 3
end
local leased = limits.release(keys, ids, returned)
if limits.any_wait() then
  for key, limit in pairs(limit_of) do
    -- tasks of keys that take turns are admitted when a worker has a free lane
    if not fair(key) then
      limits.serve(limit, key, limits.room(key, limit))
    end
  end
end
local ready = limits.served('LT')
limits.forget()
return {leased, ready and 1 or 0}
