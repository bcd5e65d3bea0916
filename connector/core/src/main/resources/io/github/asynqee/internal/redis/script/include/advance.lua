-- advance(hash): how far a task with a checkpoint has come, if that is farther than at its last recovery: its run, how often it
-- has saved a cursor, and the digest of the cursor; otherwise nil. Neither more saves alone nor another cursor alone is
-- an advance: some handlers save where they began, others begin at the start each time. Needs read.
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
