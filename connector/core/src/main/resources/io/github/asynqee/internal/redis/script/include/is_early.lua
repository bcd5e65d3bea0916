-- is_early(second, checked): whether a time, in Unix seconds, is more than a second later than the time of Redis. false unless
-- checked is 1, which means that the caller uses the measured time of Redis.
local function is_early(second, checked)
  return checked == '1' and tonumber(second) > tonumber(redis.call('TIME')[1]) + 1
end
