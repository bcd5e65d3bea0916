-- refuse(hash, failed, now, member): records the next task of a chain as refused if it awaits the success of this
-- member, or of any member if none is given. Returns whether it did.
local function refuse(hash, failed, now, member)
  local step = tonumber(redis.call('HGET', hash, 'step') or 0)
  local name = 'step-' .. step
  local proof = redis.call('HGET', hash, 'proof:' .. name)
  if not proof or member and string.match(proof, '^%d+:(.*)$') ~= member or redis.call('HEXISTS', hash, 'cancelled') == 1 then
    return false
  end
  redis.call('ZADD', failed, redis.call('HGET', hash, 'stamp'), redis.call('HGET', hash, 'member:' .. name))
  redis.call('HSET', hash, 'step', step + 1, 'due:' .. name, now, 'stored:' .. name, now, 'refused', name, 'refused:' .. name,
    'the previous task is gone, and its success was not noted: it was deleted, moved or revoked, or dropped by a full archive')
  return true
end

-- advance(hash, open, failed, now): decides by the open and failed members of a batch which callbacks are due. Returns the names of
-- callbacks that have become due; each name is returned once, and the hash records it. The name parent means that the parent batch
-- must be notified.
local function advance(hash, open, failed, now)
  local due = {}
  if redis.call('HEXISTS', hash, 'cancelled') == 1 then
    return due
  end
  local function fire(name)
    if redis.call('HEXISTS', hash, 'task:' .. name) == 1 and redis.call('HSETNX', hash, 'due:' .. name, now) == 1 then
      due[#due + 1] = name
    end
  end
  local left = redis.call('ZCARD', failed)
  if left > 0 then
    fire('failure')
  end
  if redis.call('HEXISTS', hash, 'sealed') == 0 or redis.call('ZCARD', open) > 0 then
    return due
  end
  local step = tonumber(redis.call('HGET', hash, 'step') or 0)
  local member = left == 0 and redis.call('HGET', hash, 'member:step-' .. step)
  if member and step == 0 and tonumber(redis.call('HGET', hash, 'added') or 0) == 0 and refuse(hash, failed, now) then
    -- a tool deleted the first task before it was recorded as stored
    return due
  end
  if member then
    -- the next task of a chain is a member before it is stored
    redis.call('ZADD', open, redis.call('HGET', hash, 'stamp'), member)
    redis.call('HSET', hash, 'step', step + 1)
    fire('step-' .. step)
    return due
  end
  fire('complete')
  if left == 0 then
    fire('success')
    if redis.call('HSETNX', hash, 'ended', now) == 1 and redis.call('HEXISTS', hash, 'parent:queue') == 1 then
      redis.call('HSET', hash, 'due:parent', now)
      due[#due + 1] = 'parent'
    end
  end
  return due
end
