-- Stores rows of an outbox as new tasks of one queue, and records that they are stored. Private: asynq has no such
-- operation.
-- KEYS  1 HASH of the outbox in this queue; then for each row 4 keys as in include/store, the last one unused if the task is not
--       unique
-- ARGV  1 name of the relay; then for each row: the row, and 6 as in include/store
-- Reply for each row: 1 stored, now or before, 0 ID taken, -1 lock held; nothing if another relay has opened the outbox since
-- include whole_slot claim store
if redis.call('HGET', KEYS[1], 'holder') ~= ARGV[1] then
  return {}
end
local reply = {}
for i = 1, (#ARGV - 1) / 7 do
  local row = ARGV[7 * i - 5]
  local result = 1
  if not redis.call('HGET', KEYS[1], row) then
    result = store(4 * i - 2, 7 * i - 4)
    if result == 1 then
      redis.call('HSET', KEYS[1], row, '')
    end
  end
  reply[i] = result
end
return reply
