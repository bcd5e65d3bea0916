-- advance(hash): returns the progress of a task whose checkpoint has advanced since its last recovery: its run, number of saves, and
-- the digest of the cursor; otherwise nil. An advance needs more saves and another cursor, because some handlers save the cursor
-- with which they started, and others always start from the beginning. Needs read.
local function advance(hash)
  local found = read('HMGET', hash, 'asynqee:checkpoint', 'asynqee:recovered')
  local run, saves, cursor = string.match(found[1] or '', '^(%d+) (%d+) %d+ (.*)$')
  if not run then
    return nil
  end
  local last_run, last_saves, last = string.match(found[2] or '', '^(%d+) (%d+) (%x+)$')
  local digest = redis.sha1hex(cursor)
  if run == last_run and (tonumber(saves) <= tonumber(last_saves) or digest == last) then
    return nil
  end
  return run .. ' ' .. saves .. ' ' .. digest
end
