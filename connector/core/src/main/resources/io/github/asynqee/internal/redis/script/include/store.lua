-- store(k, a): stores the new task described by KEYS[k] to KEYS[k + 3] and ARGV[a] to ARGV[a + 5]; a is 1 by default.
-- Needs claim.
-- KEYS  k hash of the task, k + 1 collection for its ID: pending list, scheduled zset or group zset, k + 2 groups set,
--       k + 3 lock of the task, if the task is unique
-- ARGV  a its state: pending, scheduled or aggregating, then its ID, msg, now in Unix nanoseconds or the score in Unix
--       seconds, its group or empty, life of the lock in seconds or 0 Returns 1 stored, 0 ID taken, -1 lock held.
--       Changes Redis only if it returns 1.
local function store(k, a)
  a = a or 1
  local hash, target, groups, lock = KEYS[k], KEYS[k + 1], KEYS[k + 2], KEYS[k + 3]
  local state, id, msg, at, group, ttl = unpack(ARGV, a, a + 5)
  lock = ttl ~= '0' and lock or nil
  local refused = claim(hash, lock, id, ttl)
  if refused then
    return refused
  end
  write(hash, lock, 'HSET', hash, 'msg', msg, 'state', state)
  if lock then
    redis.call('HSET', hash, 'unique_key', lock)
  end
  if state == 'pending' then
    redis.call('HSET', hash, 'pending_since', at)
    write(hash, lock, 'LPUSH', target, id)
    return 1
  end
  if state == 'aggregating' then
    redis.call('HSET', hash, 'group', group)
    -- a group that is not listed is never aggregated
    write(hash, lock, 'SADD', groups, group)
  end
  write(hash, lock, 'ZADD', target, at, id)
  return 1
end
