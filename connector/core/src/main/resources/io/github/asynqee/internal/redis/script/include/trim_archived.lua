-- trim_archived(archived, task_prefix, cutoff, max, most): deletes archived tasks that are too old or too many, hashes
-- and locks included. At most max - 1 tasks remain, or more if that needs more deletions than most, by default 500: the
-- next call continues.
-- Needs unlock and discard.
local function trim_archived(archived, task_prefix, cutoff, max, most)
  local step, left = 1000, most or 500
  local function delete(ids)
    for _, id in ipairs(ids) do
      discard(task_prefix .. id, id)
    end
    if #ids > 0 then
      redis.call('ZREM', archived, unpack(ids))
    end
    left = left - #ids
    return #ids
  end
  local n
  repeat
    n = math.min(step, left)
  until n == 0 or delete(redis.call('ZRANGEBYSCORE', archived, '-inf', cutoff, 'LIMIT', 0, n)) < n
  local excess = math.min(redis.call('ZCARD', archived) - (tonumber(max) - 1), left)
  while excess > 0 do
    excess = excess - delete(redis.call('ZRANGE', archived, 0, math.min(excess, step) - 1))
  end
end
