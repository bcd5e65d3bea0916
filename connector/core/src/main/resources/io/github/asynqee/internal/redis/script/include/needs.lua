-- By command: arguments with which it changes nothing if the key is missing, and arguments with which it creates the
-- key.
local HARMLESS = {DEL = {}, EXISTS = {}, EXPIRE = {0}, GET = {}, HDEL = {'-'}, HEXISTS = {'-'}, HGET = {'-'}, HGETALL = {}, HLEN = {},
  HMGET = {'-'}, LREM = {0, '-'}, LTRIM = {0, -1}, SET = {'-', 'XX'}, SREM = {'-'}, TTL = {}, ZADD = {'XX', 0, '-'}, ZCARD = {},
  ZRANGE = {0, 0}, ZRANGEBYSCORE = {0, 0}, ZREM = {'-'}, ZREMRANGEBYRANK = {0, 0}}
local CREATING = {HSET = {'-', '-'}, LPUSH = {'-'}, RPUSH = {'-'}, SADD = {'-'}}

-- needs(command, ...): fails if the user lacks the permission for one of these commands, or for DEL. Called before
-- anything is changed: a command that is refused ends the script, and would leave a task in no collection or in two.
-- Needs whole_slot.
local function needs(...)
  redis.call('DEL', missing)
  for _, command in ipairs({...}) do
    redis.call(command, missing, unpack(HARMLESS[command] or CREATING[command]))
    if CREATING[command] then
      redis.call('DEL', missing)
    end
  end
end
