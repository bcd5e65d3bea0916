-- Counts the tasks that wait in groups and reads when they joined. Changes nothing.
-- KEYS  the group zsets
-- Reply for each group: how many tasks, when the first and when the last one joined in Unix seconds or nil
local reply = {}
for i = 1, #KEYS do
  reply[3 * i - 2] = redis.call('ZCARD', KEYS[i])
  reply[3 * i - 1] = redis.call('ZRANGE', KEYS[i], 0, 0, 'WITHSCORES')[2] or false
  reply[3 * i] = redis.call('ZRANGE', KEYS[i], -1, -1, 'WITHSCORES')[2] or false
end
return reply
