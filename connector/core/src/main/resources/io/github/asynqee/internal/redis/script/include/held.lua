-- is_leased(score, from, to): whether a worker has a task with this score among the leases. The worker knows two
-- scores: the last score it tried to write, and the score before the last confirmed score, because a fail-over may
-- revert one score. It has the lease while the score lies between them. A lease of another worker can only have such a
-- score if it began in the same second; is_taken detects that.
local function is_leased(score, from, to)
  if not score or score == from then
    return score
  end
  local number = tonumber(score)
  return number >= tonumber(from) and number <= tonumber(to)
end

-- is_taken(hash, call): whether another dequeue than this one leased the task; call is the name of the dequeue, empty if unknown.
-- Each dequeue of this implementation writes its name. The end of a lease removes the name, because other implementations do not
-- write one. A task without hash was not leased by another worker. Also returns whether the hash was seen to exist.
local function is_taken(hash, call)
  if call == '' then
    return false
  end
  local found = read('HGET', hash, 'asynqee:lease')
  if found == call then
    return false, true
  end
  return found or redis.call('EXISTS', hash) == 1
end
