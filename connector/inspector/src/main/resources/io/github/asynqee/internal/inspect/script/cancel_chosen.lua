-- Publishes the request to cancel chosen active tasks (protocol 5.2: publish cancellation).
-- KEYS  1 active list
-- ARGV  1 to 3 and from 11 on see include/chosen.lua, 8 channel
-- include whole_slot read chosen
local replies = chosen()
for i = 1, #replies do
  local id = ARGV[9 + 2 * i]
  if replies[i] == MISSING then
    -- publish before marking: if PUBLISH fails, the script ends, and a marked task would not be cancelled again
    redis.call('PUBLISH', ARGV[8], id)
    redis.call('HSET', ARGV[1] .. id, 'asynqee:bulk', ARGV[3])
    replies[i] = CHANGED
  end
end
return replies
