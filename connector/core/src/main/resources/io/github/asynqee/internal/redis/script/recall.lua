-- Finds the tasks that were leased to the caller by a dequeue whose reply was lost. Changes nothing.
-- KEYS  1 the caller's receipt, 2 lease zset
-- ARGV  1 name of the lost call, 2 the lease expiry it wrote, Unix seconds, 3 prefix of task hashes, 4 how many of its
--       tasks to pass over
-- Reply how many tasks the next call passes over, or 0 if there are no more; then for each task that is still leased by that
--       call its ID, its msg and the key of its limit, or empty
-- include whole_slot bounded
local reply, fits, at = {0}, fitting(), 0
local receipt = redis.call('GET', KEYS[1])
if not receipt or string.match(receipt, '^[^\n]*') ~= ARGV[1] then
  return reply
end
-- behind an empty line the keys of limits follow, in the order of the IDs
local noted, split = {}, string.find(receipt, '\n\n', 1, true)
if split then
  for key in string.gmatch(string.sub(receipt, split + 1), '\n([^\n]*)') do
    noted[#noted + 1] = key
  end
  receipt = string.sub(receipt, 1, split - 1)
end
for id in string.gmatch(receipt, '\n([^\n]*)') do
  at = at + 1
  if at > tonumber(ARGV[4]) and redis.call('ZSCORE', KEYS[2], id) == ARGV[2] then
    local msg = redis.call('HGET', ARGV[3] .. id, 'msg')
    if not fits(msg and #msg or 0) then
      reply[1] = at - 1
      break
    end
    reply[#reply + 1] = id
    reply[#reply + 1] = msg
    reply[#reply + 1] = noted[at] or ''
  end
end
return reply
