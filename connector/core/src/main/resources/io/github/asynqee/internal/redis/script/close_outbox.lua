-- Forgets the rows of an outbox that have been stored in this queue: they are not in the database any more. Private: asynq has no
-- such operation.
-- KEYS  1 HASH of the outbox in this queue
-- ARGV  1 names the relay
-- Reply 1; 0 if another relay has opened the outbox since
-- include whole_slot
if redis.call('HGET', KEYS[1], 'holder') ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
