-- Ends a lease now or after a time, if it is still held.
-- KEYS  1 lease
-- ARGV  1 holder, 2 ms until the end, 0 for now
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 1
