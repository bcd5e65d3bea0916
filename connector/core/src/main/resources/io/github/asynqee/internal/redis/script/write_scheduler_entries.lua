-- Publishes the entries of a scheduler (protocol 5.6: write entries).
-- KEYS  1 list of entries
-- ARGV  1 life of the list in seconds; then the entries
-- include whole_slot
redis.call('DEL', KEYS[1])
for i = 2, #ARGV do
  redis.call('LPUSH', KEYS[1], ARGV[i])
end
redis.call('EXPIRE', KEYS[1], ARGV[1])
return redis.status_reply('OK')
