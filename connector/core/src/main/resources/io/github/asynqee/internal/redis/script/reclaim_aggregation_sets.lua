-- Returns the members of overdue staged sets to their groups (protocol 5.4: reclaim stale aggregation sets), and counts a
-- recovery for each member. Ends after the set that reaches the maximum number of members.
-- KEYS  1 aggregation sets zset, 2 groups set
-- ARGV  1 now, Unix seconds, 2 prefix of groups, 3 prefix of task hashes, 4 field that counts recoveries, 5 how many sets at most,
--       6 how many members
-- Reply number of sets reclaimed; then the keys of the first sets that stay as they are, because they or their groups are
--       of another type
-- include whole_slot needs read member
local sets = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[5])
if #sets > 0 then
  needs('ZADD', 'HGET', 'HEXISTS', 'SADD', 'ZREM')
end
local reply, left = {0}, tonumber(ARGV[6])
local function reclaim(set)
  local group = string.match(set, '^(.*):[^:]*$')
  local members = read('ZRANGE', set, 0, -1, 'WITHSCORES')
  if members.err or #members > 0 and (not group or type(read('ZCARD', group)) ~= 'number') then
    if #reply <= 10 then
      reply[#reply + 1] = set
    end
    return
  end
  for i = 1, #members, 2 do
    local hash = ARGV[3] .. members[i]
    local found = member(hash)
    redis.call('ZADD', group, members[i + 1], members[i])
    if found == 'here' then
      -- an unexpected value of another client must not stop the other members
      redis.pcall('HINCRBY', hash, ARGV[4], 1)
    end
  end
  if #members > 0 then
    -- a group that is not listed is never aggregated
    redis.call('SADD', KEYS[2], string.sub(group, #ARGV[2] + 1))
  end
  redis.call('DEL', set)
  redis.call('ZREM', KEYS[1], set)
  reply[1] = reply[1] + 1
  left = left - #members / 2
end

for _, set in ipairs(sets) do
  reclaim(set)
  if left <= 0 then
    break
  end
end
return reply
