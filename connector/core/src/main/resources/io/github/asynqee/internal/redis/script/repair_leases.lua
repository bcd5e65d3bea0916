-- Makes the active list and the leases consistent (protocol 11.1, rows 8 to 11). A task with an expired lease that is not active loses
-- its lease and, if the state in its hash is still active, is requeued at the head of its queue. An active task without a lease gets
-- a lease, so that it is recovered after the lease expires. An ID without msg can never run, so it is removed from both, with its hash
-- and lock; a key that is not a hash stays unchanged.
-- KEYS  1 active list, 2 lease zset, 3 pending list
-- ARGV  1 latest expiry, Unix seconds, 2 now, Unix nanoseconds, 3 expiry of new leases, Unix seconds, 4 prefix of task
--       hashes, 5 how many expired leases and how many active IDs at most, 6 how many active IDs to skip, from the oldest, 7 how
--       many expired leases to skip, from the earliest
-- Reply number of IDs requeued, leased, dropped; expired leases examined; active IDs examined
-- include whole_slot needs read unlock discard
-- an active list up to this length is read; in a longer one the call searches for some of the IDs, and later calls for the others
local READ = 5000
-- how many entries of the active list the searches and removals of one call may pass
local PASSED = 500000
local put_back, leased, dropped = 0, 0, 0
local size = redis.call('LLEN', KEYS[1])
local searches = math.max(1, math.floor(PASSED / math.max(1, size)))

local function drop(id, is_active)
  if is_active then
    if searches <= 0 then
      return
    end
    searches = searches - 1
    redis.call('LREM', KEYS[1], -1, id)
  end
  redis.call('ZREM', KEYS[2], id)
  discard(ARGV[4] .. id, id)
  dropped = dropped + 1
end

local expired = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1], 'LIMIT', ARGV[7], ARGV[5])
if #expired > 0 or size > 0 then
  needs('ZREM', 'LREM', 'HGET', 'GET', 'HSET', 'RPUSH', 'ZADD', 'ZCARD')
  redis.call('LPOS', missing, '-')
end

local last = -1 - ARGV[6]
local active = redis.call('LRANGE', KEYS[1], last - ARGV[5] + 1, last)
local scores = #active > 0 and redis.call('ZMSCORE', KEYS[2], unpack(active))
for i, id in ipairs(active) do
  if not scores[i] then
    if read('HEXISTS', ARGV[4] .. id, 'msg') == 1 then
      -- the new lease is not expired, because a worker that still runs the task may extend it
      redis.call('ZADD', KEYS[2], 'NX', ARGV[3], id)
      leased = leased + 1
    else
      drop(id, true)
    end
  end
end

-- the expired leases whose tasks are not active; unknown ones are missing
local inactive = {}
if #expired > 0 and redis.call('LLEN', KEYS[1]) ~= redis.call('ZCARD', KEYS[2]) then
  if size <= READ then
    for _, id in ipairs(expired) do
      inactive[id] = true
    end
    -- one walk over the list for all IDs, in chunks that unpack accepts
    for from = 0, size, 1000 do
      for _, id in ipairs(redis.call('LRANGE', KEYS[1], from, from + 999)) do
        inactive[id] = nil
      end
    end
  else
    -- each call searches for other IDs
    local from = ARGV[2] / 1000 % #expired
    for i = 1, math.min(searches, #expired) do
      local id = expired[math.floor(from + i) % #expired + 1]
      inactive[id] = not redis.call('LPOS', KEYS[1], id) or nil
      searches = searches - 1
    end
  end
end
for _, id in ipairs(expired) do
  local hash = ARGV[4] .. id
  if read('HEXISTS', hash, 'msg') ~= 1 then
    drop(id, not inactive[id])
  elseif inactive[id] then
    redis.call('ZREM', KEYS[2], id)
    -- with any other state the ID is in another collection
    if redis.call('HGET', hash, 'state') == 'active' then
      redis.call('RPUSH', KEYS[3], id)
      redis.call('HSET', hash, 'state', 'pending', 'pending_since', ARGV[2])
      put_back = put_back + 1
    else
      dropped = dropped + 1
    end
  end
end
return {put_back, leased, dropped, #expired, #active}
