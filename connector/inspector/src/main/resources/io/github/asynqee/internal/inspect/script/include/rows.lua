-- add_rows(reply, ids, scores, task_prefix, bytes, fields): adds for each task ID, score or nil, and the fields, from
-- ARGV[fields] on, or nil. Ends after the task with which the fields exceed a number of bytes. Returns the number of
-- tasks added.
local function add_rows(reply, ids, scores, task_prefix, bytes, fields)
  local left = tonumber(bytes)
  for i, id in ipairs(ids) do
    reply[#reply + 1] = id
    reply[#reply + 1] = scores[i] or false
    local values = read('HMGET', task_prefix .. id, unpack(ARGV, fields))
    for f = 1, #ARGV - fields + 1 do
      local value = not values.err and values[f] or false
      reply[#reply + 1] = value
      left = left - (value and #value or 0)
    end
    if left < 0 then
      return i
    end
  end
  return #ids
end
