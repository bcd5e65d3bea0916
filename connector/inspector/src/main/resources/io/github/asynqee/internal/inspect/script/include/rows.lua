-- add_rows(reply, ids, scores, task_prefix, bytes, fields): adds for each task ID, score or nil, and the fields, from
-- ARGV[fields] on, or nil. Ends before the fields exceed a number of bytes. Returns the number of tasks added. Needs
--       read
-- bounded.
local function add_rows(reply, ids, scores, task_prefix, bytes, fields)
  local fits = fitting(tonumber(bytes))
  for i, id in ipairs(ids) do
    local values, size = read('HMGET', task_prefix .. id, unpack(ARGV, fields)), 0
    for f = 1, #ARGV - fields + 1 do
      size = size + (values[f] and #values[f] or 0)
    end
    if not fits(size) then
      return i - 1
    end
    reply[#reply + 1] = id
    reply[#reply + 1] = scores[i] or false
    for f = 1, #ARGV - fields + 1 do
      reply[#reply + 1] = values[f] or false
    end
  end
  return #ids
end
