-- Finds stale entries in the queues of blocked tasks of limits (see limits), and removes them: tasks that are no longer
-- blocked, and keys without blocked tasks. Skips keys that a server checks, because the server removes their entries.
-- KEYS  1 waiting, 2 looks, 3 turns, 4 scheduled zset
-- ARGV  1 waiting or looks: which of the two to examine, 2 where to continue, as replied, or empty, 3 how many members,
--       4 prefix of task hashes, 5 keys whose next check is later have a server, Unix milliseconds, 6 1 to remove, or 0
-- Reply where to continue, empty at the end, and the number of stale entries
-- include whole_slot read where
local waiting, looks, turns, scheduled = unpack(KEYS)
local from, most, apply = ARGV[2], tonumber(ARGV[3]), ARGV[6] == '1'
local gone, members = 0, nil

-- any_between(first, last): whether a blocked task's entry is in the range from first (inclusive) to last (exclusive).
local function any_between(first, last)
  return redis.call('ZRANGE', waiting, '[' .. first, '(' .. last, 'BYLEX', 'LIMIT', 0, 1)[1]
end

-- look_of(key): returns the key under which the next check is planned; keys of a round robin share one check.
local function look_of(key)
  return string.match(key, '^fair:%S+') or key
end

-- any_for(look): whether the keys of a planned check have blocked tasks.
local function any_for(look)
  if string.sub(look, 1, 5) == 'fair:' then
    return any_between(look .. ' ', look .. '!')
  end
  return any_between(look .. '\0', look .. '\1')
end

if ARGV[1] == 'looks' then
  from = tonumber(from) or 0
  members = redis.call('ZRANGE', looks, '-inf', ARGV[5], 'BYSCORE', 'LIMIT', from, most)
  from = from + #members
  for _, look in ipairs(members) do
    if not any_for(look) then
      gone = gone + 1
      if apply then
        from = from - redis.call('ZREM', looks, look)
      end
    end
  end
  return {#members < most and '' or tostring(from), gone}
end

members = redis.call('ZRANGE', waiting, from == '' and '-' or '(' .. from, '+', 'BYLEX', 'LIMIT', 0, most)
for _, member in ipairs(members) do
  local key = string.match(member, '^%Z*')
  local place, id = string.sub(member, #key + 2, #key + 1 + PLACE), string.sub(member, #key + 2 + PLACE)
  local next = tonumber(redis.call('ZSCORE', looks, look_of(key)) or 0)
  if next <= tonumber(ARGV[5]) and not where(ARGV[4], scheduled, key, place, id) then
    gone = gone + 1
    if apply then
      redis.call('ZREM', waiting, member)
      if not any_between(key .. '\0', key .. '\1') then
        redis.call('ZREM', turns, key)
      end
      if not any_for(look_of(key)) then
        redis.call('ZREM', looks, look_of(key))
      end
    end
  end
end
return {#members < most and '' or members[#members], gone}
