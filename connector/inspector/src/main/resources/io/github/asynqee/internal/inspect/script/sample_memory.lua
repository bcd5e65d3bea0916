-- Samples the memory of tasks of a collection. Changes nothing.
-- KEYS  1 a list or zset
-- ARGV  1 prefix of task hashes, 2 how many tasks are sampled at most
-- Reply the length of the collection, its own memory, how many task hashes were sampled, their memory
-- include whole_slot first_of
local sampled, memory = 0, 0
for _, id in ipairs(first_of(KEYS[1], tonumber(ARGV[2]))) do
  local usage = redis.call('MEMORY', 'USAGE', ARGV[1] .. id)
  if usage then
    sampled = sampled + 1
    memory = memory + usage
  end
end
local list = redis.call('TYPE', KEYS[1]).ok == 'list'
return {redis.call(list and 'LLEN' or 'ZCARD', KEYS[1]), redis.call('MEMORY', 'USAGE', KEYS[1]) or 0, sampled, memory}
