-- Serves a request to run an entry now: stores its task, at most once even if several schedulers serve the request. Private, together
-- with an operation of protocol 5.1.
-- KEYS  1 state of the entry, 2 HASH for the answer; 3 to 6 the new task as in include/store, absent without a task
-- ARGV  1 to 6 the new task as in include/store, 1 empty without a task; 7 ID of the request, 8 the error, empty if none,
--       9 now in Unix seconds, 10 in milliseconds and 11 in nanoseconds, 12 ID of the scheduler, 13 life of the answer in
--       seconds
-- Reply fields and values of the state, nil if the request has ended before. The result in the answer is a code of fire_tick
-- include whole_slot needs claim store remember_firing run_request
local entry, answer = KEYS[1], KEYS[2]
if run_request(entry, ARGV[10]) ~= ARGV[7] then
  return false
end
if ARGV[1] ~= '' then
  -- changes nothing, but a full Redis refuses it; after a write, a full Redis would refuse no command
  redis.call('SET', missing, '-', 'XX')
end
needs('HLEN', 'HDEL', 'HSET', 'EXPIRE', 'HGETALL')
local result = 3
if ARGV[1] ~= '' then
  local stored = store(3)
  result = stored == 1 and 1 or stored == 0 and 6 or 7
  if stored == 1 then
    remember_firing(entry, ARGV[2], ARGV[9] .. ' ' .. ARGV[11] .. ' ' .. ARGV[12])
  end
  redis.call('HSET', answer, 'state', ARGV[1], 'msg', ARGV[3], 'at', ARGV[4])
end
redis.call('HDEL', entry, 'request', 'taken')
redis.call('HSET', answer, 'result', result, 'error', ARGV[8])
redis.call('EXPIRE', answer, ARGV[13])
return redis.call('HGETALL', entry)
