-- Reads the states and the headers of tasks that may be members of a batch, without their payloads. Ends early if the
-- messages exceed a number of bytes, see bounded. Private: asynq has no such operation. Changes nothing.
-- KEYS  the task hashes
-- ARGV  names of headers
-- Reply for each task that was read: nil if there is none, or its state, the length of its msg, and each header or nil
-- include read bounded route limit_key
local reply, fits = {}, fitting()
for i, hash in ipairs(KEYS) do
  local fields = redis.call('HMGET', hash, 'state', 'msg')
  local msg = fields[2]
  if not fits(msg and #msg or 0) then
    break
  end
  reply[i] = false
  if msg then
    reply[i] = {fields[1], #msg}
    for j, name in ipairs(ARGV) do
      reply[i][2 + j] = header(msg, name) or false
    end
  end
end
return reply
