-- Removes the collections of a queue if they are empty (protocol 5.7: DeleteQueue).
-- KEYS  1 active list, 2 aggregation sets zset, 3 pending list, 4 scheduled zset, 5 retry zset, 6 archived zset, 7
--       completed zset, 8 groups set, 9 lease zset
-- ARGV  1 now, Unix seconds
-- Reply 1 removed, -1 there are tasks, -2 there are active tasks, or staged sets that are being handled (not overdue)
-- include whole_slot
if redis.call('LLEN', KEYS[1]) > 0 or redis.call('ZCOUNT', KEYS[2], '(' .. ARGV[1], '+inf') > 0 then
  return -2
end
for i = 2, 8 do
  -- an empty collection has no key
  if redis.call('EXISTS', KEYS[i]) == 1 then
    return -1
  end
end
redis.call('UNLINK', KEYS[9])
return 1
