-- The private field of an archived task that has the place it was archived from: the score of the archive, the state and
-- the score before ('-' if that was none), and the run that has archived it.
local ARCHIVED_FROM = 'asynqee:archived'

-- archived_from(score, state, before, run): the value of the field.
local function archived_from(score, state, before, run)
  return table.concat({score, state, before or '-', run}, ' ')
end

-- place_before(place, score): the state, the score before, and the run; nil if the task has no such field, or was archived
-- again since.
local function place_before(place, score)
  local at, state, before, run = string.match(place or '', '^(%S+) (%S+) (%S+) (.*)$')
  if at and tonumber(at) == tonumber(score) then
    return state, before, run
  end
end
