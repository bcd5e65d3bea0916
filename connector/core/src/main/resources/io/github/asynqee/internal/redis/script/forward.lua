-- Makes due tasks ready to run, or puts them into their group (protocol 5.3: forward).
-- KEYS  1 scheduled or retry zset, 2 pending list, 3 groups set
-- ARGV  1 now, Unix seconds, 2 now, Unix nanoseconds, 3 prefix of task hashes, 4 prefix of groups, 5 how many at most,
--       6 how many to pass over, counted from the earliest
-- Reply number of IDs removed from the zset (IDs without msg cannot run and are dropped); the score of the earliest remaining task, or
--       nil; the key of a group with a wrong type, or nil: its tasks stay in the zset and do not delay other tasks; how many tasks
--       the next call skips because they stay, if there are very many, or 0
-- include whole_slot needs read
local ready, dropped, joined = {}, {}, 0
local blocked = tonumber(ARGV[6])
-- a script must end: behind so many tasks that stay, the next call continues
local last = blocked + 10000

-- the next due tasks, after the tasks that stay or will be removed below
local function due()
  local passed = #ready + #dropped + blocked
  local wanted = tonumber(ARGV[5]) - #ready - #dropped - joined
  return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', passed, wanted)
end

local ids = due()
if #ids > 0 then
  -- fails, if it must, before the tasks are nowhere
  redis.call('LLEN', KEYS[2])
  needs('HGET', 'ZADD', 'SADD', 'HSET', 'ZREM', 'LPUSH')
end
local other
local function look(id)
  local hash = ARGV[3] .. id
  local msg = read('HEXISTS', hash, 'msg')
  local group = msg == 1 and redis.call('HGET', hash, 'group')
  if group and group ~= '' and type(read('ZCARD', ARGV[4] .. group)) ~= 'number' then
    other = ARGV[4] .. group
    blocked = blocked + 1
  elseif group and group ~= '' then
    redis.call('ZADD', ARGV[4] .. group, ARGV[1], id)
    -- a group that is not listed is never aggregated
    redis.call('SADD', KEYS[3], group)
    redis.call('HSET', hash, 'state', 'aggregating')
    -- last, because a command that fails ends the script: then the task is still due
    redis.call('ZREM', KEYS[1], id)
    joined = joined + 1
  elseif msg == 1 then
    ready[#ready + 1] = id
  else
    dropped[#dropped + 1] = id
    if msg == 0 then
      redis.call('DEL', hash)
    end
  end
end

repeat
  local before = blocked
  for _, id in ipairs(ids) do
    look(id)
  end
  ids = blocked > before and blocked < last and due() or {}
until #ids == 0
if #dropped > 0 then
  redis.call('ZREM', KEYS[1], unpack(dropped))
end
if #ready > 0 then
  redis.call('ZREM', KEYS[1], unpack(ready))
  redis.call('LPUSH', KEYS[2], unpack(ready))
  for _, id in ipairs(ready) do
    redis.call('HSET', ARGV[3] .. id, 'state', 'pending', 'pending_since', ARGV[2])
  end
end
local taken = #ready + #dropped + joined
-- if nothing was taken behind so many, another look would take nothing either
local left = (blocked < last or taken > 0) and redis.call('ZRANGE', KEYS[1], blocked, blocked, 'WITHSCORES')[2]
return {taken, left or false, other or false, blocked < last and 0 or blocked}
