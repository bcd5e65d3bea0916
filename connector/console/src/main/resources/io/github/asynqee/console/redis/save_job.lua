-- Writes the progress of a job if the lease is still held, and extends the lease. Clears the mark of the current step.
-- KEYS  1 job hash, 2 lease, 3 list of failures
-- ARGV  1 holder, 2 lease in ms, 3 time to keep in s, 4 maximum number of failures, 5 number of fields and
--       values, then these, then failures
-- Reply 0 if the lease is lost, else 1
if redis.call('GET', KEYS[2]) ~= ARGV[1] then
  return 0
end
local count = tonumber(ARGV[5])
redis.call('HSET', KEYS[1], unpack(ARGV, 6, 5 + count))
redis.call('HDEL', KEYS[1], 'stepping')
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
for i = 6 + count, #ARGV do
  if redis.call('LLEN', KEYS[3]) < tonumber(ARGV[4]) then
    redis.call('RPUSH', KEYS[3], ARGV[i])
  end
end
redis.call('EXPIRE', KEYS[3], ARGV[3])
return 1
