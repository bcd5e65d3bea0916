-- Makes chosen tasks of a zset pending (protocol 5.7: RunTask, for many).
-- KEYS  1 the zset of a state or group, 2 pending list, 3 groups set
-- ARGV  1 to 7 and from 11 on see include/chosen.lua, 8 now, Unix nanoseconds
-- include whole_slot needs read first_of chosen
-- provoke permission and OOM errors before any task leaves its collection
needs('LPUSH', 'HSET', 'EXISTS', 'SREM')
redis.call('LLEN', KEYS[2])
local replies = change_chosen(function(id, hash)
  redis.call('LPUSH', KEYS[2], id)
  redis.call('HSET', hash, 'state', 'pending', 'pending_since', ARGV[8], 'asynqee:bulk', ARGV[3])
end)
unlist(KEYS[3], ARGV[4], KEYS[1])
return replies
