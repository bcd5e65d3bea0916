-- put_back(task, keys, group_prefix, now): returns a task from the archive to its previous state: pending at the tail
-- of the queue, in all other states with its previous score. The caller has checked that Redis accepts all commands.
-- task  id, hash, state, score, group
-- keys  archived, pending, scheduled, retry, completed, groups
-- now   Unix nanoseconds
local function put_back(task, keys, group_prefix, now)
  if task.state == 'pending' then
    redis.call('LPUSH', keys.pending, task.id)
    redis.call('HSET', task.hash, 'pending_since', now)
  elseif task.state == 'aggregating' then
    redis.call('ZADD', group_prefix .. task.group, task.score, task.id)
    redis.call('SADD', keys.groups, task.group)
  else
    redis.call('ZADD', keys[task.state], task.score, task.id)
  end
  redis.call('ZREM', keys.archived, task.id)
  redis.call('HSET', task.hash, 'state', task.state)
  redis.call('HDEL', task.hash, ARCHIVED_FROM)
end

-- check(task, keys, group_prefix): fails if Redis would reject a command of put_back.
local function check(task, keys, group_prefix)
  if task.state == 'pending' then
    redis.call('LLEN', keys.pending)
  elseif task.state == 'aggregating' then
    redis.call('ZCARD', group_prefix .. task.group)
    redis.call('SCARD', keys.groups)
  else
    redis.call('ZCARD', keys[task.state])
  end
end
