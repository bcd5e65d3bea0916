-- take_out(id, group_prefix, occurrences): removes a task that is not active from the collection of its state. Returns
-- whether the collection contained it.
-- KEYS  1 task hash, 2 pending list, 3 scheduled zset, 4 retry zset, 5 archived zset, 6 completed zset, 7 groups set
local function take_out(id, group_prefix, occurrences)
  local state = redis.call('HGET', KEYS[1], 'state')
  if state == 'pending' then
    return redis.call('LREM', KEYS[2], occurrences, id) > 0
  end
  local zset = ({scheduled = KEYS[3], retry = KEYS[4], archived = KEYS[5], completed = KEYS[6]})[state]
  if zset then
    return redis.call('ZREM', zset, id) == 1
  end
  local group = state == 'aggregating' and redis.call('HGET', KEYS[1], 'group')
  if not group or redis.call('ZREM', group_prefix .. group, id) == 0 then
    return false
  end
  if redis.call('ZCARD', group_prefix .. group) == 0 then
    redis.call('SREM', KEYS[7], group)
  end
  return true
end
