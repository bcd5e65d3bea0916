-- is_early(second, checked): whether a time, in Unix seconds, is later than that of Redis by more than a second. Only if checked is 1:
-- the caller's time is that of Redis, as it was measured.
local function is_early(second, checked)
  return checked == '1' and tonumber(second) > tonumber(redis.call('TIME')[1]) + 1
end
