-- keep_entry(entry, life): gives a state that would stay for ever its life in seconds.
local function keep_entry(entry, life)
  if redis.call('TTL', entry) == -1 then
    redis.call('EXPIRE', entry, life)
  end
end
