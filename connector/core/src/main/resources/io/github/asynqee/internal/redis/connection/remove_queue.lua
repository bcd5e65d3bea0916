-- Removes the collections of a queue if they are empty (protocol 5.7: DeleteQueue).
-- KEYS  1 active list, 2 pending list, 3 scheduled zset, 4 retry zset, 5 archived zset, 6 lease zset
-- Reply 1 removed, -1 there are tasks, -2 there are active tasks
-- include whole_slot
if redis.call('LLEN', KEYS[1]) > 0 then
  return -2
end
if redis.call('LLEN', KEYS[2]) + redis.call('ZCARD', KEYS[3]) + redis.call('ZCARD', KEYS[4])
    + redis.call('ZCARD', KEYS[5]) > 0 then
  return -1
end
redis.call('DEL', unpack(KEYS))
return 1
