-- Publishes a server and its busy workers.
-- KEYS  1 server, 2 hash of workers
-- ARGV  1 life in seconds, 2 server info, then pairs of task ID and worker info
redis.call('SETEX', KEYS[1], ARGV[1], ARGV[2])
redis.call('DEL', KEYS[2])
for i = 3, #ARGV, 2 do
  redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
end
redis.call('EXPIRE', KEYS[2], ARGV[1])
return redis.status_reply('OK')
