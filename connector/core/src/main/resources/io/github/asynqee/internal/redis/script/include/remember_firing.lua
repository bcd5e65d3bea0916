-- remember_firing(entry, id, firing): keeps a firing until it is in the history, whose key may be on another node.
-- Not more than 100 of them.
local function remember_firing(entry, id, firing)
  if redis.call('HLEN', entry) < 110 then
    redis.call('HSET', entry, 'firing:' .. id, firing)
  end
end
