-- may_rewrite(push): whether the user may add to a list with this command. Fails if the user lacks the permission for another
-- command that removes IDs.
local function may_rewrite(push)
  redis.call('LTRIM', missing, 0, -1)
  redis.call('LREM', missing, 0, '')
  local pushed = redis.pcall(push, missing, '-')
  redis.call('DEL', missing)
  return pushed == 1
end

-- For fewer IDs it is cheaper to search each.
local MANY = 32

-- remove_all(list, ids): takes IDs out of the active list; returns which of them were there, as a table with the IDs as keys.
-- Tasks that were started together end at about the same time: if they are many, it is cheaper to write the end of the list
-- again, without them, than to search each. Needs whole_slot, release.
local function remove_all(list, ids)
  local there = {}
  local left = find_side(list, ids[1]) == 1
  local push = left and 'LPUSH' or 'RPUSH'
  if #ids >= MANY and may_rewrite(push) then
    local wanted = {}
    for _, id in ipairs(ids) do
      wanted[id] = true
    end
    local wide = 3 * #ids
    local part = redis.call('LRANGE', list, left and 0 or -wide, left and wide - 1 or -1)
    -- towards the end of the list: the first of the IDs and all entries after it are cut off, and the others are pushed again
    local kept, cut = {}, 0
    for i = left and #part or 1, left and 1 or #part, left and -1 or 1 do
      local id = part[i]
      if wanted[id] then
        there[id] = true
      elseif cut > 0 then
        kept[#kept + 1] = id
      end
      cut = (cut > 0 or wanted[id]) and cut + 1 or 0
    end
    if cut > 0 then
      redis.call('LTRIM', list, left and cut or 0, left and -1 or -cut - 1)
    end
    if #kept > 0 then
      redis.call(push, list, unpack(kept))
    end
  end
  for _, id in ipairs(ids) do
    there[id] = there[id] or remove(list, id)
  end
  return there
end
