-- member(hash): the kind of hash under the ID of a member of a staged set. Returns 'here' if the hash is the member,
-- 'gone' if there is no task, 'other' if the key does not belong to the set: it is a newer task or not a hash.
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
