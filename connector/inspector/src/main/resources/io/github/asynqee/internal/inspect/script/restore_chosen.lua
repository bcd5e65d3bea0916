-- Returns chosen archived tasks to their previous state, if it was recorded. Private; undoes archive_chosen. Pending
-- tasks keep the order in which they became pending.
-- KEYS  1 archived zset, 2 pending list, 3 groups set, 4 scheduled zset, 5 retry zset, 6 completed zset
-- ARGV  1 to 7 and from 11 on see include/chosen.lua, 8 now, Unix nanoseconds, 9 prefix of groups, 10 only tasks
--       archived by this run, empty for all
-- include whole_slot needs read archived_from put_back chosen
local keys = {archived = KEYS[1], pending = KEYS[2], groups = KEYS[3], scheduled = KEYS[4], retry = KEYS[5],
  completed = KEYS[6]}
local replies = chosen()
local tasks = {}
for i = 1, #replies do
  local id = ARGV[9 + 2 * i]
  local score = replies[i] == MISSING and redis.call('ZSCORE', keys.archived, id)
  if score then
    local hash = ARGV[1] .. id
    local fields = redis.call('HMGET', hash, ARCHIVED_FROM, 'group', 'pending_since', 'asynqee:limit')
    local state, before, run = place_before(fields[1], score, fields[4])
    if state and (ARGV[10] == '' or run == ARGV[10]) and (state ~= 'aggregating' or fields[2]) then
      local task = {id = id, hash = hash, state = state, score = before, group = fields[2], since = fields[3] or '', i = i}
      check(task, keys, ARGV[9])
      tasks[#tasks + 1] = task
    else
      replies[i] = DIFFERS
    end
  end
end
table.sort(tasks, function(a, b)
  if a.since == b.since then
    return a.i < b.i
  end
  return a.since < b.since
end)
needs('LPUSH', 'HSET', 'ZADD', 'SADD', 'ZREM', 'HDEL')
for _, task in ipairs(tasks) do
  put_back(task, keys, ARGV[9], ARGV[8])
  redis.call('HSET', task.hash, 'asynqee:bulk', ARGV[3])
  replies[task.i] = CHANGED
end
return replies
