-- run_request(entry, now): the ID of the request for a task that is independent of the ticks; nil if there is no
-- request. A request that has expired by now, in Unix milliseconds, is removed.
local function run_request(entry, now)
  local id, till = (redis.call('HGET', entry, 'request') or ''):match('^(%S+) (%d+)$')
  if id and tonumber(till) <= tonumber(now) then
    redis.call('HDEL', entry, 'request', 'taken')
    return nil
  end
  return id
end
