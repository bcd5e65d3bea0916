-- Reads the tasks of a zset that follow a score and member, up to the end that the zset had when the walk began.
-- Changes nothing.
-- KEYS  1 zset
-- ARGV  1 prefix of task hashes, 2 how many tasks at most, 3 bytes after which it ends early, 4 score and 5 member
--       after which it begins, 6 score and 7 member of the end; both scores are empty at the beginning; then names of
--       fields
-- Reply 1 if the end is reached or else 0; score and member of the end; then for each task: ID, score, the fields or
--       nil
-- include whole_slot read bounded rows
local zset = KEYS[1]

-- whether a member is after another member with the same score. Compares bytes, because the operators of Lua compare by
-- locale
local function is_after(member, other)
  for i = 1, math.min(#member, #other) do
    local a, b = string.byte(member, i), string.byte(other, i)
    if a ~= b then
      return a > b
    end
  end
  return #member > #other
end

-- the rank of the first member after a score and member, which need not exist
local function rank_after(score, member)
  if redis.call('ZSCORE', zset, member) == score then
    return redis.call('ZRANK', zset, member) + 1
  end
  local low = redis.call('ZCOUNT', zset, '-inf', '(' .. score)
  local high = low + redis.call('ZCOUNT', zset, score, score)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if is_after(redis.call('ZRANGE', zset, middle, middle)[1], member) then
      high = middle
    else
      low = middle + 1
    end
  end
  return low
end

local end_score, end_member = ARGV[6], ARGV[7]
if end_score == '' then
  local last = redis.call('ZRANGE', zset, -1, -1, 'WITHSCORES')
  if not last[1] then
    return {1, '', ''}
  end
  end_member, end_score = last[1], last[2]
end
local from = ARGV[4] == '' and 0 or rank_after(ARGV[4], ARGV[5])
local to = rank_after(end_score, end_member)
local ids, scores = {}, {}
if from < to then
  local range = redis.call('ZRANGE', zset, from, math.min(from + ARGV[2], to) - 1, 'WITHSCORES')
  for i = 1, #range, 2 do
    ids[#ids + 1] = range[i]
    scores[#ids] = range[i + 1]
  end
end
local reply = {0, end_score, end_member}
local read = add_rows(reply, ids, scores, ARGV[1], ARGV[3], 8)
if from + read >= to then
  reply[1] = 1
end
return reply
