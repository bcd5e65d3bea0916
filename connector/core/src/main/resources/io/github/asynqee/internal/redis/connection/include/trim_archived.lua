-- trim_archived(archived, task_prefix, cutoff, max): deletes archived tasks that are too old or too many, hashes and
-- locks included, in steps a script can bear. At most max - 1 tasks remain. Needs unlock and discard.
local function trim_archived(archived, task_prefix, cutoff, max)
  local step = 1000
  local function delete(ids)
    for _, id in ipairs(ids) do
      discard(task_prefix .. id, id)
    end
    if #ids > 0 then
      redis.call('ZREM', archived, unpack(ids))
    end
    return #ids
  end
  while delete(redis.call('ZRANGEBYSCORE', archived, '-inf', cutoff, 'LIMIT', 0, step)) == step do
  end
  local excess = redis.call('ZCARD', archived) - (tonumber(max) - 1)
  while excess > 0 do
    excess = excess - delete(redis.call('ZRANGE', archived, 0, math.min(excess, step) - 1))
  end
end
