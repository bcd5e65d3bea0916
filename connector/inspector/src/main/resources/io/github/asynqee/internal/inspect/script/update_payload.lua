-- Replaces the message of a scheduled task (protocol 5.7: UpdateTaskPayload).
-- KEYS  1 task hash
-- ARGV  1 the message that was read, 2 the new message
-- Reply 1 replaced, 0 no such task, -1 not scheduled, -2 the message has changed since it was read
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
if redis.call('HGET', KEYS[1], 'state') ~= 'scheduled' then
  return -1
end
if redis.call('HGET', KEYS[1], 'msg') ~= ARGV[1] then
  return -2
end
redis.call('HSET', KEYS[1], 'msg', ARGV[2])
return 1
