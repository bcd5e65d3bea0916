-- Gives a relay the exclusive right to store rows of an outbox in this queue, until another relay opens the outbox. Private: asynq has
-- no such operation.
-- KEYS  1 HASH of the outbox in this queue: holder is the ID of the relay, each other field is a stored row
-- ARGV  1 ID of the relay
-- Reply the stored rows that may still be in the database
local fields = redis.call('HGETALL', KEYS[1])
redis.call('HSET', KEYS[1], 'holder', ARGV[1])
local rows = {}
for i = 1, #fields, 2 do
  if fields[i] ~= 'holder' then
    rows[#rows + 1] = fields[i]
  end
end
return rows
