-- Asks the schedulers of a periodic entry for a task that is independent of the ticks, with a payload that one of them
-- produces. Private.
-- KEYS  1 state of the entry
-- ARGV  1 ID of the request, 2 its end and 3 now, both in Unix milliseconds, 4 life of the state in seconds, if there is none
-- Reply 1 if the request is stored, 0 if another request is waiting
-- include whole_slot run_request keep_entry
local entry = KEYS[1]
local waiting = run_request(entry, ARGV[3])
if waiting and waiting ~= ARGV[1] then
  return 0
end
redis.call('HSET', entry, 'request', ARGV[1] .. ' ' .. ARGV[2])
keep_entry(entry, ARGV[4])
return 1
