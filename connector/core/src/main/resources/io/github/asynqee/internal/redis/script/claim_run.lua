-- Claims the request for a task that is independent of the ticks, for one scheduler, which then produces the payload.
-- Private.
-- KEYS  1 state of the entry
-- ARGV  1 ID of the request, 2 spec of the scheduler, 3 name of the scheduler, 4 now in Unix milliseconds, 5 life of
--       the claim in milliseconds
-- Reply 1 if it is claimed, 0 if the request has ended, another scheduler has a claim, or another spec is effective
-- include whole_slot run_request
local entry, node, now = KEYS[1], ARGV[3], tonumber(ARGV[4])
if run_request(entry, now) ~= ARGV[1] or redis.call('HGET', entry, 'spec') ~= ARGV[2] then
  return 0
end
local till, owner = (redis.call('HGET', entry, 'taken') or ''):match('^(%d+) (.*)$')
if owner and owner ~= node and tonumber(till) > now then
  return 0
end
redis.call('HSET', entry, 'taken', string.format('%.0f', now + tonumber(ARGV[5])) .. ' ' .. node)
return 1
