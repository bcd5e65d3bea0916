-- store(k): stores the new task that KEYS[k] to KEYS[k + 3] and ARGV[1] to ARGV[6] are about. Needs claim.
-- KEYS  k its hash, k + 1 where its ID goes: pending list, scheduled zset or group zset, k + 2 groups set, k + 3 its lock,
--       if it is unique
-- ARGV  1 its state: pending, scheduled or aggregating, 2 its ID, 3 msg, 4 now in Unix nanoseconds, or the score in Unix
--       seconds, 5 its group or empty, 6 life of the lock in seconds
-- Returns 1 stored, 0 ID taken, -1 lock held: nothing is changed but when 1.
local function store(k)
  local hash, target, groups, lock = KEYS[k], KEYS[k + 1], KEYS[k + 2], KEYS[k + 3]
  local state, id = ARGV[1], ARGV[2]
  local refused = claim(hash, lock, id, ARGV[6])
  if refused then
    return refused
  end
  write(hash, lock, 'HSET', hash, 'msg', ARGV[3], 'state', state)
  if lock then
    redis.call('HSET', hash, 'unique_key', lock)
  end
  if state == 'pending' then
    redis.call('HSET', hash, 'pending_since', ARGV[4])
    write(hash, lock, 'LPUSH', target, id)
    return 1
  end
  if state == 'aggregating' then
    redis.call('HSET', hash, 'group', ARGV[5])
    -- a group that is not listed is never aggregated
    write(hash, lock, 'SADD', groups, ARGV[5])
  end
  write(hash, lock, 'ZADD', target, ARGV[4], id)
  return 1
end
