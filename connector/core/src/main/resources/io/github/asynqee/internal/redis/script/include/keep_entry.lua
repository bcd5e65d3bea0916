-- keep_entry(entry, life): sets the life of a state that has no expiry, in seconds.
local function keep_entry(entry, life)
  if redis.call('TTL', entry) == -1 then
    redis.call('EXPIRE', entry, life)
  end
end
