-- Reads tasks of a list from left to right, from the newest to the next task to run. Changes nothing.
-- Tasks pushed to the left or removed on either side shift the position where the walk continues. The script finds the
-- position by anchors, which are recently visited tasks. If no anchor remains, it continues at a position that cannot
-- miss a task: the unvisited part of the list has only lost tasks since then, and at most regained tasks that were
-- active.
-- KEYS  1 list, 2 active list
-- ARGV  1 prefix of task hashes, 2 how many tasks at most, 3 bytes after which it ends early, 4 the number of tasks
--       that were not visited yet, empty at the beginning, 5 how many tasks were active then, 6 distance from the right
--       end at which to search anchors, empty for the expected position, 7 how many anchors, then the anchors, then
--       names of fields
-- Reply -1 and the distance at which to continue the search if the anchors are not found yet; or the number of
--       unvisited tasks, the number of active tasks, then for each task: ID, nil, the fields or nil
-- include whole_slot read bounded rows
local list, step, most = KEYS[1], 1000, 10000
local size = redis.call('LLEN', list)
local anchors = {}
for i = 8, 7 + ARGV[7] do
  anchors[ARGV[i]] = true
end

-- returns the index after the rightmost anchor, or the distance at which to continue the search
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
    -- the next part may contain more anchors
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
