-- Reads the members of a staged set, oldest first (protocol 5.4: read aggregation set). Records in each task the set in
-- which it was first staged, to distinguish the task from a later one with the same ID.
-- KEYS  1 staged set, 2 aggregation sets zset
-- ARGV  1 prefix of task hashes, 2 field that counts recoveries, 3 field that names the first set, 4 how many members to pass
--       over
-- Reply deadline of the set in Unix seconds or nil; how many members the next call passes over, or 0 if there are no more;
--       then for each member its ID, when it joined in Unix seconds, its msg or nil, how often it was reclaimed from a
--       worker that died, or nil, and the name of its first set, or nil
-- include whole_slot read bounded
local reply = {redis.call('ZSCORE', KEYS[2], KEYS[1]), 0}
local name = string.match(KEYS[1], '[^:]*$')
local members, fits = redis.call('ZRANGE', KEYS[1], ARGV[4], -1, 'WITHSCORES'), fitting()
for i = 1, #members, 2 do
  local hash = ARGV[1] .. members[i]
  local fields = read('HMGET', hash, 'msg', ARGV[2], ARGV[3])
  if not fits(fields[1] and #fields[1] or 0) then
    reply[2] = ARGV[4] + (i - 1) / 2
    break
  end
  local first = fields[3]
  if fields[1] and not first then
    local noted = redis.pcall('HSET', hash, ARGV[3], name)
    if noted == 1 then
      first = name
    elseif not string.find(noted.err, 'OOM', 1, true) then
      -- repeats the command to end the script with its error. Only an OOM error is ignored: the group is then handled
      -- without this field, which may free memory
      redis.call('HSET', hash, ARGV[3], name)
    end
  end
  reply[#reply + 1] = members[i]
  reply[#reply + 1] = members[i + 1]
  reply[#reply + 1] = fields[1] or false
  reply[#reply + 1] = fields[2] or false
  reply[#reply + 1] = first or false
end
return reply
