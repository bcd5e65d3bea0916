-- Notes in a job that one of its steps begins, if the lease is held. An existing note belongs to a step that was not
-- saved.
-- KEYS  1 job hash, 2 lease
-- ARGV  1 holder
-- Reply 0 if the lease is lost, else 1
if redis.call('GET', KEYS[2]) ~= ARGV[1] then
  return 0
end
if redis.call('HEXISTS', KEYS[1], 'stepping') == 1 then
  redis.call('HSET', KEYS[1], 'atLeast', '1')
end
redis.call('HSET', KEYS[1], 'stepping', ARGV[1])
return 1
