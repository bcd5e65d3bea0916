-- known_entry(entry, spec, anchor, last, life): makes sure that a periodic entry has a state: if Redis has lost it, it
-- is restored from the scheduler's data. Returns whether the state is of this spec. Needs keep_entry.
local function known_entry(entry, spec, anchor, last, life)
  if redis.call('HSETNX', entry, 'last', last) == 1 then
    redis.call('HSET', entry, 'spec', spec, 'anchor', anchor)
    keep_entry(entry, life)
  end
  return redis.call('HGET', entry, 'spec') == spec
end
