-- Publishes a server and its running tasks (protocol 5.5: write server state).
-- KEYS  1 server key, 2 workers key
-- ARGV  1 life of both in seconds, 2 ServerInfo; then for each running task: ID, WorkerInfo
-- include whole_slot
redis.call('SETEX', KEYS[1], ARGV[1], ARGV[2])
redis.call('DEL', KEYS[2])
for i = 3, #ARGV, 2 do
  redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
end
redis.call('EXPIRE', KEYS[2], ARGV[1])
return redis.status_reply('OK')
