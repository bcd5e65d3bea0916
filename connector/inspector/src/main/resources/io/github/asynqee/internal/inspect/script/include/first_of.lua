-- first_of(collection, n): returns the first n IDs of a list or zset, earliest first.
local function first_of(collection, n)
  if redis.call('TYPE', collection).ok == 'list' then
    return redis.call('LRANGE', collection, -n, -1)
  end
  return redis.call('ZRANGE', collection, 0, n - 1)
end

-- remove_first_of(collection, n): removes the IDs that first_of returned.
local function remove_first_of(collection, n)
  if redis.call('TYPE', collection).ok == 'list' then
    redis.call('LTRIM', collection, 0, -n - 1)
  else
    redis.call('ZREMRANGEBYRANK', collection, 0, n - 1)
  end
end

-- unlist(groups, group, members): removes a group without tasks from the groups of its queue.
local function unlist(groups, group, members)
  if group ~= '' and redis.call('EXISTS', members) == 0 then
    redis.call('SREM', groups, group)
  end
end
