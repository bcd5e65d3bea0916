-- Takes back what was published of a server.
-- KEYS  1 server, 2 hash of workers
redis.call('DEL', KEYS[1])
redis.call('DEL', KEYS[2])
return redis.status_reply('OK')
