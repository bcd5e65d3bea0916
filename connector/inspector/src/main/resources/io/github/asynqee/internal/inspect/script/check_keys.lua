-- Finds keys of a queue that may be damaged, some with each call. Changes nothing.
-- KEYS  1 lease zset, 2 scheduled zset, 3 retry zset, 4 archived zset, 5 completed zset, 6 groups set, 7 aggregation
--       sets zset
-- ARGV  1 cursor, 2 pattern of the queue's keys, 3 number of keys to examine, 4 prefix of task hashes, 5 prefix of
--       groups, 6 prefix of locks, 7 maximum number of staged sets to search
-- Reply the next cursor; then for each key its kind, a name and a detail: task, its ID, empty: to be checked;
--       pending, its ID, pending_since: its state is pending; zset, its key, empty: a group or staged set that is not
--       listed; lock, its key, its holder: the holder does not exist
-- include whole_slot read
local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', ARGV[3])
local reply = {page[1]}
local zsets = {scheduled = KEYS[2], retry = KEYS[3], archived = KEYS[4], completed = KEYS[5], active = KEYS[1]}
local sets, left = nil, 2000

local function add(kind, name, detail)
  local n = #reply
  reply[n + 1], reply[n + 2], reply[n + 3] = kind, name, detail
end

-- whether a staged set contains the ID; true if there are too many sets to search, false after 2000 searches of this call
local function is_staged(id)
  sets = sets or redis.call('ZRANGE', KEYS[7], 0, ARGV[7])
  for _, set in ipairs(sets) do
    left = left - 1
    if left < 0 then
      return false
    elseif redis.call('ZSCORE', set, id) then
      return true
    end
  end
  return #sets > tonumber(ARGV[7])
end

local function task(key, id)
  local fields = read('HMGET', key, 'state', 'pending_since', 'group')
  if fields.err then
    return
  end
  local state = fields[1]
  if redis.call('HEXISTS', key, 'msg') == 0 then
    add('task', id, '')
  elseif state == 'pending' then
    add('pending', id, fields[2] or '')
  elseif state == 'aggregating' then
    local group = fields[3]
    if not (group and redis.call('ZSCORE', ARGV[5] .. group, id)) and not is_staged(id) then
      add('task', id, '')
    end
  elseif not zsets[state] or not redis.call('ZSCORE', zsets[state], id) then
    add('task', id, '')
  end
end

local function rest_after(prefix, key)
  return string.sub(key, 1, #prefix) == prefix and string.sub(key, #prefix + 1)
end

for _, key in ipairs(page[2]) do
  local id, group = rest_after(ARGV[4], key), rest_after(ARGV[5], key)
  if id then
    task(key, id)
  elseif group then
    if redis.call('SISMEMBER', KEYS[6], group) == 0 and not redis.call('ZSCORE', KEYS[7], key) then
      add('zset', key, '')
    end
  elseif rest_after(ARGV[6], key) then
    local holder = read('GET', key)
    if type(holder) == 'string' and redis.call('EXISTS', ARGV[4] .. holder) == 0 then
      add('lock', key, holder)
    end
  end
end
return reply
