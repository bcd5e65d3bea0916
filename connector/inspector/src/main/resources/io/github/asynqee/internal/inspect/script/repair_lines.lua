-- Finds what is left in the lines of limits, see limits, and forgets it: tasks that no longer wait, and keys without a line.
-- Only of keys that no server looks at: those that have a server are in its hands.
-- KEYS  1 waiting, 2 looks, 3 turns, 4 scheduled zset
-- ARGV  1 waiting or looks: which of both is examined, 2 from where on, as replied, or empty, 3 how many members, 4 prefix of
--       task hashes, 5 keys whose next look is later have a server, Unix milliseconds, 6 1 to forget, or 0
-- Reply from where on to examine more, empty at the end, and how much was found
-- include whole_slot read where
local waiting, looks, turns, scheduled = unpack(KEYS)
local from, most, apply = ARGV[2], tonumber(ARGV[3]), ARGV[6] == '1'
local gone, members = 0, nil

-- any_between(first, last): whether the lines have a member from first on and before last.
local function any_between(first, last)
  return redis.call('ZRANGE', waiting, '[' .. first, '(' .. last, 'BYLEX', 'LIMIT', 0, 1)[1]
end

-- look_of(key): the key under which looks are planned: one for all keys that take turns.
local function look_of(key)
  return string.match(key, '^fair:%S+') or key
end

-- any_for(look): whether the lines of a look have a member.
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
