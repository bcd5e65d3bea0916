-- Records that a due callback of a batch is stored or was refused. The state of a batch expires when the batch has
-- ended and all its callbacks are stored. The state of a chain also expires if a task was refused. The state of a
-- deleted batch expires when its members have ended. Private: asynq has no such operation.
-- KEYS  1 HASH of the batch, 2 zset of the batches of the queue, 3 zset of its open members, 4 zset of its failed members
-- ARGV  1 its ID, 2 now, Unix milliseconds, 3 life of an ended batch in seconds, 4 life of an ended chain, 5 name of the callback, or
--       empty, 6 the error if the callback was refused, or empty
-- Reply 1 if the batch is finished, else 0
-- include whole_slot
local name, refusal = ARGV[5], ARGV[6]
if name ~= '' and redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('HSETNX', KEYS[1], 'stored:' .. name, ARGV[2])
  if refusal ~= '' then
    redis.call('HSET', KEYS[1], 'refused:' .. name, refusal, 'refused', name)
  end
end
local chain = redis.call('HEXISTS', KEYS[1], 'member:step-0') == 1
if redis.call('HEXISTS', KEYS[1], 'ended') == 0 then
  -- if a task of a chain was refused, the chain ends when its member has failed; it is listed until it expires or is
  -- deleted
  if chain and redis.call('HEXISTS', KEYS[1], 'refused') == 1 and redis.call('ZCARD', KEYS[3]) == 0
    and redis.call('HEXISTS', KEYS[1], 'expires') == 0 then
    redis.call('EXPIRE', KEYS[4], ARGV[3])
    redis.call('EXPIRE', KEYS[1], ARGV[3])
    redis.call('HSET', KEYS[1], 'expires', ARGV[2])
  end
  return 0
end
if redis.call('HEXISTS', KEYS[1], 'cancelled') == 1 then
  if redis.call('ZCARD', KEYS[3]) + redis.call('ZCARD', KEYS[4]) > 0 then
    return 0
  end
else
  local fields = redis.call('HGETALL', KEYS[1])
  for i = 1, #fields, 2 do
    local due = string.match(fields[i], '^due:(.*)$')
    if due and redis.call('HEXISTS', KEYS[1], 'stored:' .. due) == 0 then
      return 0
    end
  end
end
if redis.call('HEXISTS', KEYS[1], 'expires') == 0 then
  redis.call('EXPIRE', KEYS[1], chain and ARGV[4] or ARGV[3])
  redis.call('HSET', KEYS[1], 'expires', ARGV[2])
end
if redis.call('HEXISTS', KEYS[1], 'refused') == 1 then
  -- listed until it expires or is deleted, so that an operator sees it
  return 0
end
redis.call('ZREM', KEYS[2], ARGV[1])
return 1
