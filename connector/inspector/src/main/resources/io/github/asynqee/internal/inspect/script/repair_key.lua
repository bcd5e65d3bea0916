-- Repairs a group, a staged set or a lock.
-- KEYS  1 the zset or lock, 2 groups set, 3 aggregation sets zset
-- ARGV  1 the damage, 2 1 to repair it or 0 to check it, 3 name of the group, or holder of the lock, 4 now, Unix
--       seconds, 5 prefix of task hashes
-- Reply 1 damaged, or repaired; 0 not damaged
-- include whole_slot read
local damage, apply = ARGV[1], ARGV[2] == '1'
local is_zset = redis.call('TYPE', KEYS[1]).ok == 'zset'
if damage == 'lock-without-task' then
  if read('GET', KEYS[1]) ~= ARGV[3] or redis.call('EXISTS', ARGV[5] .. ARGV[3]) == 1 then
    return 0
  end
  if apply then
    redis.call('DEL', KEYS[1])
  end
  return 1
end
local group_listed = redis.call('SISMEMBER', KEYS[2], ARGV[3]) == 1
if damage == 'empty-group' then
  if not group_listed or redis.call('EXISTS', KEYS[1]) == 1 then
    return 0
  end
  if apply then
    redis.call('SREM', KEYS[2], ARGV[3])
  end
  return 1
end
if not is_zset or group_listed or redis.call('ZSCORE', KEYS[3], KEYS[1]) then
  return 0
end
if apply and damage == 'group-not-listed' then
  redis.call('SADD', KEYS[2], ARGV[3])
elseif apply then
  redis.call('ZADD', KEYS[3], ARGV[4], KEYS[1])
end
return 1
