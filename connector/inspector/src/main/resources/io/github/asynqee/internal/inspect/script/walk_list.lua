-- Reads tasks of a list, from left to right: from the newest to the next one to run. Changes nothing.
-- What is pushed to the left or removed on either side moves the place where the walk continues. It is found by anchors,
-- tasks that the walk has visited shortly before. If none is left it continues where it can miss nothing: the part of the
-- list that was not visited has only lost tasks since, and got back at most those that were active.
-- KEYS  1 list, 2 active list
-- ARGV  1 prefix of task hashes, 2 how many tasks at most, 3 bytes after which it ends early, 4 the number of tasks
--       that were not visited yet, empty at the beginning, 5 how many tasks were active then, 6 distance from the right
--       end from which anchors are looked for, empty for where they should be, 7 how many anchors, then the anchors,
--       then names of fields
-- Reply -1 and the distance from which to continue the search if the anchors are not found yet; or the number of tasks that are not
--       visited now, the number of active tasks, then for each task: ID, nil, the fields or nil
-- include whole_slot read bounded rows
local list, step, most = KEYS[1], 1000, 10000
local size = redis.call('LLEN', list)
local anchors = {}
for i = 8, 7 + ARGV[7] do
  anchors[ARGV[i]] = true
end

-- the index after the rightmost anchor, or the distance from which to continue the search
local function look(from, bound)
  local found
  for at = from, from + most - step, step do
    local ids, here = redis.call('LRANGE', list, at, at + step - 1), nil
    for i = #ids, 1, -1 do
      if anchors[ids[i]] then
        here = at + i
        break
      end
    end
    -- the next part may have more of them
    if found and not here or #ids < step then
      return here or found or bound
    end
    found = here
  end
  return found, size - from - most
end

local start = 0
if ARGV[4] ~= '' then
  local expected = size - ARGV[4]
  local bound = math.max(0, expected - ARGV[5])
  start = bound
  if expected > 0 and ARGV[7] ~= '0' and redis.call('LINDEX', list, expected - 1) == ARGV[8] then
    start = expected
  elseif ARGV[7] ~= '0' then
    local look_on
    start, look_on = look(math.max(0, ARGV[6] == '' and bound - step or size - ARGV[6]), bound)
    if not start then
      return {-1, look_on}
    end
  end
end
local reply = {0, redis.call('LLEN', KEYS[2])}
local ids = redis.call('LRANGE', list, start, start + ARGV[2] - 1)
local read = add_rows(reply, ids, {}, ARGV[1], ARGV[3], 8 + ARGV[7])
reply[1] = size - start - read
return reply
