-- member(hash): the kind of hash under the ID of a member of a staged set. Returns 'here' if the member does, 'gone' if no task
-- does, 'other' if it does not belong to the set: a newer task, or no hash.
local function member(hash)
  local state = read('HGET', hash, 'state')
  if type(state) == 'table' then
    return 'other'
  end
  if redis.call('HEXISTS', hash, 'msg') == 0 then
    return 'gone'
  end
  return state == 'aggregating' and 'here' or 'other'
end
