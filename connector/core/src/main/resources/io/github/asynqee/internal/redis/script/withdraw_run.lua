-- Withdraws the request for a task that is independent of the ticks. Private.
-- KEYS  1 state of the entry
-- ARGV  1 ID of the request
-- Reply 1 if it is withdrawn, 0 if it has ended before
-- include whole_slot
local entry = KEYS[1]
if (redis.call('HGET', entry, 'request') or ''):match('^(%S+) ') ~= ARGV[1] then
  return 0
end
redis.call('HDEL', entry, 'request', 'taken')
return 1
