-- Releases the unique lock of a task if the task holds it.
-- KEYS  the locks that the task may hold
-- ARGV  1 ID
-- Reply the number of locks released
-- include whole_slot read
local released = 0
for _, lock in ipairs(KEYS) do
  if read('GET', lock) == ARGV[1] then
    released = released + redis.call('DEL', lock)
  end
end
return released
