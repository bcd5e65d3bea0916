-- The private field of an archived task that has the place it was archived from: the score of the archive, the state and
-- the score before ('-' if that was none), and the run that has archived it.
local ARCHIVED_FROM = 'asynqee:archived'

-- archived_from(score, state, before, run): the value of the field.
local function archived_from(score, state, before, run)
  return table.concat({score, state, before or '-', run}, ' ')
end

-- place_before(place, score, line): the state, the score before, and the run; nil if the task has no such field, or was
-- archived again since. line is what the task has of the key of a limit for which it waited: the line has forgotten it, but
-- examined as a pending task it comes back at its place.
local function place_before(place, score, line)
  local at, state, before, run = string.match(place or '', '^(%S+) (%S+) (%S+) (.*)$')
  if at and tonumber(at) == tonumber(score) then
    local waited = state == 'scheduled' and string.match(line or '', '^%d+ (%S+) ') == before
    return waited and 'pending' or state, before, run
  end
end
