-- Tasks with the key of a limit have ended, or were returned to the queue: those that wait for the key are made pending, at the
-- head of the queue, as many as may start now. Or a key is closed for a time.
-- KEYS  1 pending list, 2 scheduled zset, 3 lease zset, then the semaphores of the limits
-- ARGV  1 prefix of private keys of limits, 2 prefix of task hashes; then for each task: key, how many tasks of it may run, or 0,
--       how many may start within a period, or 0, the period in microseconds, ID or empty, 1 if it was returned to the head of
--       the queue or else 0, for how many milliseconds the key is closed, or 0
-- Reply how many of the tasks still have a lease
-- include whole_slot read needs limits
local limits = limits_of(ARGV[1], ARGV[2], KEYS[1], KEYS[2], KEYS[3])
local tasks, keys = {}, {}
for i = 3, #ARGV, 7 do
  local key = ARGV[i]
  keys[key] = i
  if ARGV[i + 4] ~= '' then
    tasks[#tasks + 1] = {key = key, id = ARGV[i + 4], returned = ARGV[i + 5] == '1'}
  end
  if ARGV[i + 6] ~= '0' then
    limits.close(key, ARGV[i + 6])
  end
end
local leased = limits.release(tasks)
for key, i in pairs(keys) do
  -- those of keys that take turns are let in when a worker has a free lane
  if not fair(key) and limits.is_waited_for(key) then
    local room, again = limits.room(key, {running = tonumber(ARGV[i + 1]), starts = tonumber(ARGV[i + 2]),
      period = tonumber(ARGV[i + 3])})
    limits.serve(key, room, again, 'LT')
  end
end
limits.forget()
return leased
