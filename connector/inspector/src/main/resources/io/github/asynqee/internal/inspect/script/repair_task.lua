-- Determines the damage of a task. Repairs it if requested, and if it is the expected damage.
-- KEYS  1 task hash, 2 pending list, 3 active list, 4 lease zset, 5 scheduled zset, 6 retry zset, 7 archived zset, 8
--       completed zset, 9 aggregation sets zset, 10 groups set; then groups and staged sets that may have the ID
-- ARGV  1 ID, 2 prefix of groups, 3 the damage to repair, or empty to determine it, 4 now, Unix seconds, 5 expiry of
--       new leases, Unix seconds, 6 where the ID was seen in the pending list: left or right half, out, or empty,
--       7 pending_since when it was not seen, 8 number of pending IDs to search from each end, 9 the message that was
--       read, 10 the message for the archive, 11 end of the retention if the task succeeded, or empty, 12 time of its
--       archiving if its state is archived, 13 1 if the message cannot be decoded or else 0, 14 leases that expired
--       before this time are unused, Unix seconds, 15 archive size that is not reached, 16 maximum number of staged
--       sets to search; then the groups of the last keys
-- Reply the damage, or empty; the collections that contain the ID; the state. For a repair: 1 repaired, 0 the damage no
--       longer exists, -1 the archive is full
-- include whole_slot needs read unlock discard
local id = ARGV[1]
local fields = read('HMGET', KEYS[1], 'state', 'msg', 'group', 'pending_since')
local foreign = fields.err ~= nil
if foreign then
  fields = {false, false, false, false}
end
local state, msg = fields[1], fields[2]
local exists = not foreign and redis.call('EXISTS', KEYS[1]) == 1

-- the zsets that contain the ID, by name
local places, zsets = {}, {scheduled = KEYS[5], retry = KEYS[6], archived = KEYS[7], completed = KEYS[8]}
for name, key in pairs(zsets) do
  if redis.call('ZSCORE', key, id) then
    places[#places + 1] = name
  end
end
table.sort(places)

-- groups and staged sets that contain the ID
local group_of, in_groups = {}, {}
local function look_into(key, group)
  if not in_groups[key] and redis.call('TYPE', key).ok == 'zset' and redis.call('ZSCORE', key, id) then
    in_groups[key] = true
    group_of[#group_of + 1] = group
  end
end
for i = 11, #KEYS do
  look_into(KEYS[i], ARGV[6 + i])
end
if fields[3] then
  look_into(ARGV[2] .. fields[3], fields[3])
end
local sets = #group_of == 0 and redis.call('ZRANGE', KEYS[9], 0, ARGV[16]) or {}
for _, set in ipairs(sets) do
  look_into(set, string.match(string.sub(set, #ARGV[2] + 1), '^(.*):[^:]*$'))
end
-- if there are too many staged sets to search, assume that one contains the task
if #group_of > 0 or state == 'aggregating' and #sets > tonumber(ARGV[16]) then
  places[#places + 1] = 'aggregating'
end

if redis.call('LPOS', KEYS[3], id) then
  places[#places + 1] = 'active'
end
local lease = redis.call('ZSCORE', KEYS[4], id)

-- search a long pending list only at both ends; the caller has read its middle
local size, seen = redis.call('LLEN', KEYS[2]), ARGV[6] == 'left' or ARGV[6] == 'right'
local is_long = size > 2 * ARGV[8]
local in_pending = is_long and seen
if not in_pending then
  in_pending = redis.call('LPOS', KEYS[2], id, 'MAXLEN', ARGV[8])
    or redis.call('LPOS', KEYS[2], id, 'RANK', -1, 'MAXLEN', ARGV[8])
end
if not in_pending and is_long and state == 'pending' and (ARGV[6] ~= 'out' or ARGV[7] ~= (fields[4] or '')) then
  in_pending = true
end
if in_pending then
  places[#places + 1] = 'pending'
end

local own = false
for _, place in ipairs(places) do
  own = own or place == state
end
local damage = ''
if not msg then
  damage = exists and 'task-without-message' or (#places > 0 or lease) and 'id-without-task' or ''
elseif own then
  if #places > 1 or lease and state ~= 'active' then
    damage = 'id-in-two-collections'
  elseif state == 'active' and not lease then
    damage = 'active-without-lease'
  elseif state == 'active' and ARGV[13] == '1' and tonumber(lease) <= tonumber(ARGV[14]) then
    damage = 'unreadable-message'
  end
elseif #places == 0 then
  damage = state == 'active' and lease and 'lease-without-active' or 'task-without-collection'
elseif #places == 1 and (places[1] ~= 'completed' or ARGV[11] ~= '') then
  damage = 'wrong-state'
else
  damage = 'ambiguous-state'
end
if ARGV[3] == '' then
  return {damage, table.concat(places, ', '), state or ''}
end

if damage ~= ARGV[3] or msg and msg ~= ARGV[9] then
  return 0
end
local kept = state
if damage == 'wrong-state' then
  kept = places[1]
elseif not own or not msg then
  kept = ''
end
local archives = damage == 'ambiguous-state' or damage == 'unreadable-message'
  or damage == 'task-without-collection' and (state ~= 'completed' or ARGV[11] == '')
if archives and redis.call('ZCARD', KEYS[7]) >= tonumber(ARGV[15]) - 1 then
  return -1
end

needs('ZREM', 'EXISTS', 'SREM', 'LREM', 'LPUSH', 'ZADD', 'HGET', 'GET', 'HSET', 'HDEL')
-- remove the ID from all collections except `kept`
if archives then
  kept = ''
end
for name, key in pairs(zsets) do
  if kept ~= name then
    redis.call('ZREM', key, id)
  end
end
if kept ~= 'aggregating' then
  for key in pairs(in_groups) do
    redis.call('ZREM', key, id)
    if redis.call('EXISTS', key) == 0 then
      redis.call('SREM', KEYS[10], string.sub(key, #ARGV[2] + 1))
    end
  end
end
if kept ~= 'pending' and in_pending then
  local left = ARGV[6] == 'left' or type(in_pending) == 'number' and in_pending < size / 2
  redis.call('LREM', KEYS[2], left and 1 or -1, id)
end
if damage == 'lease-without-active' then
  redis.call('LPUSH', KEYS[3], id)
  return 1
end
if kept ~= 'active' then
  redis.call('LREM', KEYS[3], 0, id)
  redis.call('ZREM', KEYS[4], id)
elseif not lease then
  -- add a lease that has not expired, so that a worker that still runs the task can extend it
  redis.call('ZADD', KEYS[4], 'NX', ARGV[5], id)
end

if damage == 'task-without-message' then
  discard(KEYS[1], id)
elseif damage == 'wrong-state' then
  redis.call('HSET', KEYS[1], 'state', kept)
  if kept == 'aggregating' then
    redis.call('HSET', KEYS[1], 'group', group_of[1])
  end
elseif archives and state == 'archived' then
  redis.call('ZADD', KEYS[7], ARGV[12], id)
elseif archives then
  redis.call('ZADD', KEYS[7], ARGV[4], id)
  redis.call('HSET', KEYS[1], 'msg', ARGV[10], 'state', 'archived')
  redis.call('HDEL', KEYS[1], 'pending_since')
elseif damage == 'task-without-collection' then
  redis.call('ZADD', KEYS[8], ARGV[11], id)
end
return 1
