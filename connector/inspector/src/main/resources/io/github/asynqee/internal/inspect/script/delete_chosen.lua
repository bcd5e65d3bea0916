-- Deletes chosen tasks of a collection and releases their unique locks (protocol 5.7: DeleteTask, for many).
-- KEYS  1 the list or zset of a state or group, 2 is not used, 3 groups set
-- ARGV  see include/chosen.lua
-- include whole_slot needs read first_of unlock discard chosen
needs('HGET', 'GET', 'EXISTS', 'SREM')
for i = 11, #ARGV, 2 do
  check_lock(ARGV[1] .. ARGV[i])
end
local replies = change_chosen(function(id, hash)
  discard(hash, id)
end)
unlist(KEYS[3], ARGV[4], KEYS[1])
return replies
