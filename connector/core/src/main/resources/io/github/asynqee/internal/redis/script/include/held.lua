-- is_leased(score, from, to): whether a worker has a task with this score among the leases.
-- The worker has it while the score lies between the one it knows was written before the last one, which a fail-over may
-- have taken back, and the last one it has tried to write. Another lease has a score there only if it began in the same second;
-- is_taken tells that.
local function is_leased(score, from, to)
  if not score or score == from then
    return score
  end
  local number = tonumber(score)
  return number >= tonumber(from) and number <= tonumber(to)
end

-- is_taken(hash, call): whether the task was leased by another dequeue than the one with this name, which is empty if unknown.
-- Each dequeue of this implementation writes its name; what ends a lease removes it, because those of others write none. A
-- task without hash was leased by no other worker. Returns also whether it was seen that the hash exists.
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
