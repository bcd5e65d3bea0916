-- Makes due tasks ready to run, or puts them into their group (protocol 5.3: forward). A task that a limit has blocked (see limits) is put
-- at the head of the queue: behind a backlog it would start late although its key has capacity.
-- KEYS  1 scheduled or retry zset, 2 pending list, 3 groups set
-- ARGV  1 now, Unix seconds, 2 now, Unix nanoseconds, 3 prefix of task hashes, 4 prefix of groups, 5 how many at most,
--       6 how many to pass over, counted from the earliest
-- Reply number of IDs removed from the zset (IDs without msg cannot run and are dropped); the score of the earliest remaining task, or
--       nil; the key of a group with a wrong type, or nil: its tasks stay in the zset and do not delay other tasks; how many tasks
--       the next call skips because they stay, if there are very many, or 0
-- include whole_slot needs read
local ready, waited, dropped, joined = {}, {}, {}, 0
local blocked = tonumber(ARGV[6])
-- limits the run time: after this many tasks that stay, the next call continues
local last = blocked + 10000

-- the next due tasks, after the tasks that stay or will be removed below
local function due()
  local passed = #ready + #waited + #dropped + blocked
  local wanted = tonumber(ARGV[5]) - #ready - #waited - #dropped - joined
  return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', passed, wanted)
end

local ids = due()
if #ids > 0 then
  -- fails, if it must, before the tasks are in no collection
  redis.call('LLEN', KEYS[2])
  needs('HMGET', 'ZADD', 'SADD', 'HSET', 'ZREM', 'LPUSH', 'RPUSH')
end
local other
local function look(id)
  local hash = ARGV[3] .. id
  local msg = read('HEXISTS', hash, 'msg')
  local fields = msg == 1 and redis.call('HMGET', hash, 'group', 'asynqee:limit') or {}
  local group, score = fields[1], fields[2] and string.match(fields[2], '^%d+ (%S+)')
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
  elseif score and score == redis.call('ZSCORE', KEYS[1], id) then
    table.insert(waited, 1, id)
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

local function make_pending(ids, push)
  if #ids > 0 then
    redis.call('ZREM', KEYS[1], unpack(ids))
    redis.call(push, KEYS[2], unpack(ids))
  end
  for _, id in ipairs(ids) do
    redis.call('HSET', ARGV[3] .. id, 'state', 'pending', 'pending_since', ARGV[2])
  end
end
make_pending(ready, 'LPUSH')
make_pending(waited, 'RPUSH')
local taken = #ready + #waited + #dropped + joined
-- if nothing was taken after so many skipped tasks, another call would take nothing either
local left = (blocked < last or taken > 0) and redis.call('ZRANGE', KEYS[1], blocked, blocked, 'WITHSCORES')[2]
return {taken, left or false, other or false, blocked < last and 0 or blocked}
