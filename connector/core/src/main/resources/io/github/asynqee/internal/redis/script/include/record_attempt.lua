-- record_attempt(hash, field, attempt, kept): appends a line about an attempt to a field of the task, which keeps the last lines. An
-- empty line is not appended.
local function record_attempt(hash, field, attempt, kept)
  if attempt == '' then
    return
  end
  local before = redis.pcall('HGET', hash, field)
  if type(before) == 'table' then
    return
  end
  local lines = (before or '') .. attempt
  local _, count = string.gsub(lines, '\n', '\n')
  for _ = kept + 1, count do
    lines = string.sub(lines, string.find(lines, '\n', 1, true) + 1)
  end
  redis.pcall('HSET', hash, field, lines)
end
