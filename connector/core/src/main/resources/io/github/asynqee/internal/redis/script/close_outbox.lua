-- Deletes the record of an outbox's rows stored in this queue, after the rows were deleted from the database. Private: asynq has no
-- such operation.
-- KEYS  1 HASH of the outbox in this queue
-- ARGV  1 ID of the relay
-- Reply 1; 0 if another relay has opened the outbox
-- include whole_slot
if redis.call('HGET', KEYS[1], 'holder') ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
