-- read(command, key, ...): the reply; a table with err if the key is of another type. Any other error ends the script,
-- because it says nothing about the key.
local function read(...)
  local reply = redis.pcall(...)
  if type(reply) == 'table' and reply.err and not string.find(reply.err, 'WRONGTYPE', 1, true) then
    redis.call(...)
  end
  return reply
end

