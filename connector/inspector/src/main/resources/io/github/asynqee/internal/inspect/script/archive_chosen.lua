-- Archives chosen tasks of a collection, and trims the archive, by at most slightly more tasks than it archives
-- (protocol 5.7: ArchiveTask, for many). Records the previous state of each task.
-- KEYS  1 the list or zset of a state or group, 2 archived zset, 3 groups set
-- ARGV  1 to 7 and from 11 on see include/chosen.lua, 8 now, Unix seconds, 9 oldest time kept, Unix seconds, 10 archive
--       size that is not reached
-- include whole_slot needs read first_of unlock discard trim_archived archived_from chosen
-- provoke permission and OOM errors before any task leaves its collection
needs('ZADD', 'HSET', 'EXISTS', 'SREM', 'ZCARD', 'ZRANGEBYSCORE', 'ZRANGE', 'HGET', 'GET')
redis.call('ZCARD', KEYS[2])
local replies = change_chosen(function(id, hash, before)
  redis.call('ZADD', KEYS[2], ARGV[8], id)
  redis.call('HSET', hash, 'state', 'archived', 'asynqee:bulk', ARGV[3],
    ARCHIVED_FROM, archived_from(ARGV[8], ARGV[2], before, ARGV[3]))
end)
trim_archived(KEYS[2], ARGV[1], ARGV[9], ARGV[10], #replies + 100)
unlist(KEYS[3], ARGV[4], KEYS[1])
return replies
