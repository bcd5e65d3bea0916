-- Counts the tasks of a queue (protocol 5.7: current stats). Changes nothing.
-- KEYS  1 pending list, 2 active list, 3 scheduled zset, 4 retry zset, 5 archived zset, 6 completed zset, 7 groups set,
--       8 paused, 9 processed of the day, 10 failed of the day, 11 processed in total, 12 failed in total,
--       13 private zset of tasks that wait because of a limit, 14 private zset of batches
-- ARGV  1 prefix of task hashes, 2 prefix of groups, 3 how many groups are counted at most, 4 how many names of groups
--       are returned at most, 5 prefix of the open members of batches, 6 prefix of the failed members, 7 the number of
--       oldest batches whose members are counted
-- Reply the lengths of 1 to 7, whether 8 exists, 9 to 12 or nil, when the next task became pending, Unix nanoseconds, or
--       nil; the number of tasks in groups, extrapolated from a random sample if there are more groups than are counted; some
--       names of groups; the lengths of 13 and 14; open and failed members of batches
-- include whole_slot read
local next_id = redis.call('LINDEX', KEYS[1], -1)
local since = next_id and read('HGET', ARGV[1] .. next_id, 'pending_since')
if type(since) == 'table' then
  since = false
end
local counters = redis.call('MGET', KEYS[9], KEYS[10], KEYS[11], KEYS[12])
local groups = redis.call('SCARD', KEYS[7])
local aggregating, some = 0, {}
if groups > 0 then
  local most = tonumber(ARGV[3])
  local names = groups <= most and redis.call('SMEMBERS', KEYS[7]) or redis.call('SRANDMEMBER', KEYS[7], most)
  table.sort(names)
  for i, name in ipairs(names) do
    aggregating = aggregating + redis.call('ZCARD', ARGV[2] .. name)
    if i <= tonumber(ARGV[4]) then
      some[i] = name
    end
  end
  aggregating = math.floor(aggregating * groups / #names)
end
local open, failed = 0, 0
for _, batch in ipairs(redis.call('ZRANGE', KEYS[14], 0, ARGV[7] - 1)) do
  open = open + redis.call('ZCARD', ARGV[5] .. batch)
  failed = failed + redis.call('ZCARD', ARGV[6] .. batch)
end
return {redis.call('LLEN', KEYS[1]), redis.call('LLEN', KEYS[2]), redis.call('ZCARD', KEYS[3]),
  redis.call('ZCARD', KEYS[4]), redis.call('ZCARD', KEYS[5]), redis.call('ZCARD', KEYS[6]), groups,
  redis.call('EXISTS', KEYS[8]), counters[1], counters[2], counters[3], counters[4], since, aggregating, some,
  redis.call('ZCARD', KEYS[13]), redis.call('ZCARD', KEYS[14]), open, failed}
