-- Stores a new task. If another task holds its key, the rule decides: reject the new task, join the holder, replace the holder's
-- content and time, or extend the time for which it holds the key. Private: asynq always rejects the new task.
-- KEYS  1 task hash, 2 the key, 3 pending list, 4 scheduled zset, 5 retry zset
-- ARGV  1 ID, 2 msg, 3 how many bytes of msg are before its ID, 4 pending or scheduled, 5 now in Unix nanoseconds if it is pending,
--       else the time to run in Unix seconds, 6 life of the key in seconds, 7 until when the task holds the key: success, start or
--       time, 8 the rule: reject, replace, join or extend, 9 prefix of task hashes
-- Reply 1 stored, 0 ID taken, -1 another task holds the key, 2 joined, 3 replaced; then the holder's current ID,
--       state, msg and score; nil for missing values
-- include whole_slot needs read claim route limit_key
local hash, key, pending, scheduled = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, msg, state, at, life, till, conflict = ARGV[1], ARGV[2], ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8]

-- store(lock): stores the new task; if Redis refuses a part of it, lock is deleted.
local function store(lock)
  write(hash, lock, 'HSET', hash, 'msg', msg, 'state', state)
  -- in asynq no key outlives its task
  redis.call('HSET', hash, till == 'time' and 'asynqee:window' or 'unique_key', key)
  if state == 'pending' then
    redis.call('HSET', hash, 'pending_since', at)
    write(hash, lock, 'LPUSH', pending, id)
  else
    write(hash, lock, 'ZADD', scheduled, at, id)
  end
end

-- id_field(text): field 3 of a task message.
local function id_field(text)
  local length, bytes = #text, '\26'
  while length >= 128 do
    bytes, length = bytes .. string.char(length % 128 + 128), math.floor(length / 128)
  end
  return bytes .. string.char(length) .. text
end

-- has_failed(message): whether it has a last failure (field 11).
local function has_failed(message)
  local from = 1
  while from <= #message do
    local tag, _, last = field(message, from)
    if not tag or tag == 88 then
      return tag == 88
    end
    from = last + 1
  end
  return false
end

local holder = read('GET', key)
if not holder then
  local refused = claim(hash, key, id, life)
  if not refused then
    store(key)
  end
  return {refused or 1}
end
local other = type(holder) == 'string' and ARGV[9] .. holder
local fields = other and read('HMGET', other, 'state', 'msg', 'asynqee:checkpoint', 'asynqee:window', 'asynqee:limit')
  or {err = ''}
if fields.err then
  return {-1}
end
local was, old, checkpoint, window, line = unpack(fields, 1, 5)
-- a lock can name a task that never took it, or an ID that is another task's now: asynq leaves such locks
if old and (till == 'time' and window or content_of(old, 82)) ~= key then
  was, old = false, false
end
local zset = was == 'scheduled' and scheduled or was == 'retry' and KEYS[5]
local waits = was == 'pending' or was == 'scheduled' or was == 'aggregating'
-- a replaced task must not run again after the new task
local begun = old and (checkpoint or conflict == 'replace' and not waits and was ~= 'retry'
    or conflict ~= 'replace' and (not waits or has_failed(old)))
if till ~= 'time' and (not old or till == 'start' and begun) then
  if redis.call('EXISTS', hash) == 1 then
    return {0}
  end
  -- fails, if it must, before the task is stored without its key
  redis.call('SET', missing, '-', 'XX')
  store()
  redis.call('SET', key, id, 'EX', life)
  return {1}
end

local function told(code, message, score)
  return {code, holder, was, message, score}
end

local score = zset and read('ZSCORE', zset, holder)
local there = told(-1, old, type(score) == 'string' and score)
if not old or was == 'archived' then
  return there
elseif conflict == 'extend' then
  -- the key of a delayed task expires later
  if redis.call('TTL', key) < tonumber(life) then
    redis.call('EXPIRE', key, life)
  end
  there[1] = 2
  return there
elseif conflict == 'join' then
  there[1] = 2
  return there
elseif conflict ~= 'replace' or was ~= 'pending' and not score or checkpoint or (content_of(old, 114) or '') ~= ''
    or header(old, 'batch') or header(old, 'call-id') then
  return there
end

-- commands that Redis may refuse precede the removal, so that no task is orphaned; this command is first because Redis may be full
redis.call('SET', missing, '-', 'XX')
needs('LREM', 'LPUSH', 'ZREM', 'ZADD', 'HSET', 'HDEL', 'EXPIRE')
redis.call('LTRIM', pending, 0, -1)
redis.call('ZREM', scheduled, '')
redis.call('ZREM', KEYS[5], '')
-- a task that a limit has blocked looks scheduled only to peers that do not know limits
local in_line = was == 'scheduled' and string.match(line or '', '^%d+ (%S+) ') == score
-- workers may have passed it over for its old version or type
local stays = (was == 'pending' or in_line) and state == 'pending' and version_of(old) == version_of(msg)
    and content_of(old, 10) == content_of(msg, 10)
if not stays then
  local removed = zset and redis.call('ZREM', zset, holder) or redis.call('LREM', pending, 1, holder)
  if removed == 0 then
    return there
  end
end
local before = tonumber(ARGV[3])
msg = string.sub(msg, 1, before) .. id_field(holder) .. string.sub(msg, before + 1 + #id_field(id))
redis.call('HSET', other, 'msg', msg)
redis.call('HDEL', other, 'asynqee:recoveries', 'asynqee:archived', 'asynqee:progress', 'asynqee:lease', 'result')
if stays then
  state, at = was, score
else
  redis.call('HSET', other, 'state', state)
  redis.call('HDEL', other, 'asynqee:limit', 'pending_since')
  if state == 'scheduled' then
    redis.call('ZADD', scheduled, at, holder)
  else
    redis.call('HSET', other, 'pending_since', at)
    redis.call('LPUSH', pending, holder)
  end
end
if till ~= 'time' then
  redis.call('EXPIRE', key, life)
end
was = state
return told(3, msg, state == 'scheduled' and at)
