-- The private field of an archived task with its previous state: the score in the archive, the previous state and score
-- ('-' without a score), and the run that archived it.
local ARCHIVED_FROM = 'asynqee:archived'

-- archived_from(score, state, before, run): returns the value of the field.
local function archived_from(score, state, before, run)
  return table.concat({score, state, before or '-', run}, ' ')
end

-- place_before(place, score, line): returns the previous state and score, and the run; nil if the task does not have
-- the field, or was archived again since then. line is the task's field for the limit key that blocked it. The queue of
-- blocked tasks no longer contains the task, so it becomes pending, and then returns to its position there.
local function place_before(place, score, line)
  local at, state, before, run = string.match(place or '', '^(%S+) (%S+) (%S+) (.*)$')
  if at and tonumber(at) == tonumber(score) then
    local waited = state == 'scheduled' and string.match(line or '', '^%d+ (%S+) ') == before
    return waited and 'pending' or state, before, run
  end
end
