-- Stages the members of a group for aggregation when it is time (protocol 5.4: aggregation check).
-- KEYS  1 group zset, 2 zset of the new staged set, 3 aggregation sets zset, 4 groups set
-- ARGV  1 largest size or 0, 2 longest delay in seconds or 0, 3 grace period in seconds, 4 deadline of the staged set in
--       Unix seconds, 5 now, Unix seconds, 6 group name, 7 how many at most, 8 how many bytes of messages at most,
--       9 prefix of task hashes; the others remain for the next set
-- Reply 1 if members were staged, 0 if it is not time
-- include whole_slot needs read bounded
local size = redis.call('ZCARD', KEYS[1])
if size == 0 then
  return 0
end
local max_size, max_delay, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[5])
local full = max_size ~= 0 and size >= max_size
if not full then
  local oldest = tonumber(redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])
  local newest = tonumber(redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2])
  local late = max_delay ~= 0 and oldest <= now - max_delay
  local quiet = newest <= now - tonumber(ARGV[3])
  if not late and not quiet then
    return 0
  end
end
needs('ZRANGE', 'ZREMRANGEBYRANK', 'EXISTS', 'SREM', 'HGET')
local members = redis.call('ZRANGE', KEYS[1], 0, ARGV[7] - 1, 'WITHSCORES')
local staged, fits = 0, fitting(tonumber(ARGV[8]))
for i = 1, #members, 2 do
  local msg = read('HGET', ARGV[9] .. members[i], 'msg')
  if not fits(type(msg) == 'string' and #msg or 0) then
    break
  end
  staged = staged + 1
end
-- first, because a command that fails ends the script: members of a set that is not listed would be lost
redis.call('ZADD', KEYS[3], ARGV[4], KEYS[2])
for i = 1, 2 * staged, 2 do
  redis.call('ZADD', KEYS[2], members[i + 1], members[i])
end
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, staged - 1)
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('SREM', KEYS[4], ARGV[6])
end
return 1
