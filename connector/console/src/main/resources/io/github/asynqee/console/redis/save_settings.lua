-- Replaces the settings if they have not been changed since they were read.
-- KEYS  1 settings
-- ARGV  1 the text that was read, empty for none, 2 the new text
-- Reply 1 if they were replaced, else 0
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
