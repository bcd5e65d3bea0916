-- Stores a task at most once: a callback of a batch, or a task that replaces a group of another queue. Private: asynq has no such
-- operation.
-- KEYS  1 receipt of the task; then 4 keys as in include/store
-- ARGV  1 life of the receipt in seconds, 2 latest time by the clock of Redis, Unix seconds; then 6 as in include/store
-- Reply 1 stored, now or by an earlier call, 0 ID taken, -1 lock held, -2 too late: nothing is changed
-- include whole_slot claim store
if redis.call('EXISTS', KEYS[1]) == 1 then
  -- a write, so that confirming this call also confirms the earlier call. After DEL, a full Redis does not refuse it
  redis.call('DEL', missing)
  redis.call('SET', KEYS[1], '', 'XX', 'EX', ARGV[1])
  return 1
end
-- a process that decided so long ago may not know that the receipt has expired
if tonumber(redis.call('TIME')[1]) > tonumber(ARGV[2]) then
  return -2
end
-- fails, if it must, before the task is stored
redis.call('SET', KEYS[1], '', 'XX', 'EX', ARGV[1])
local result = store(2, 3)
if result == 1 then
  redis.call('SET', KEYS[1], '', 'EX', ARGV[1])
elseif result == -1 and redis.call('EXISTS', KEYS[2]) == 1 then
  -- a task that outlives its receipt is not refused as a duplicate of itself
  return 0
end
return result
