-- Deletes the published state of a server (protocol 5.5: clear server state).
-- KEYS  1 server key, 2 workers key
-- include whole_slot
redis.call('DEL', KEYS[1])
redis.call('DEL', KEYS[2])
return redis.status_reply('OK')
