-- Makes a relay of an outbox the only one that stores its rows in this queue, until another one does the same. Private: asynq has
-- no such operation.
-- KEYS  1 HASH of the outbox in this queue: holder names the relay, each other field is a row that has been stored
-- ARGV  1 names the relay
-- Reply the rows that have been stored and may still be in the database
local fields = redis.call('HGETALL', KEYS[1])
redis.call('HSET', KEYS[1], 'holder', ARGV[1])
local rows = {}
for i = 1, #fields, 2 do
  if fields[i] ~= 'holder' then
    rows[#rows + 1] = fields[i]
  end
end
return rows
