-- remember_firing(entry, id, firing): stores a tick until it is in the history, whose key may be on another node. At most 100 ticks are
-- stored.
local function remember_firing(entry, id, firing)
  if redis.call('HLEN', entry) < 110 then
    redis.call('HSET', entry, 'firing:' .. id, firing)
  end
end
