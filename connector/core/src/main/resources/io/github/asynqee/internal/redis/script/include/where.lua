-- the number of digits of a position
local PLACE = 20

-- where(hashes, scheduled, key, place, id): where a task is that a limit has blocked, see limits: 'aside', 'head' if it
-- was put at the head of the queue, 'pending' if something else has made it pending, anywhere in the queue, or nil if
-- the task was not blocked, but has the ID of a blocked task. Needs read.
local function where(hashes, scheduled, key, place, id)
  local fields = read('HMGET', hashes .. id, 'state', 'asynqee:limit', 'pending_since')
  local known, score, of = string.match(fields[2] or '', '^(%d+) (%S+) (.*)$')
  if known ~= place or of ~= key then
    return nil
  elseif fields[1] == 'scheduled' and score == redis.call('ZSCORE', scheduled, id) then
    return 'aside'
  end
  return fields[1] == 'pending' and (score == '-' .. (fields[3] or '') and 'head' or 'pending') or nil
end
