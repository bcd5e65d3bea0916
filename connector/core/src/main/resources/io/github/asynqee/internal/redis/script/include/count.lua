-- A counter that is not an integer, or has the largest value, stays unchanged, because it must not prevent settling.

-- count(day, expiry, n): adds n to a daily counter, which lives until expiry.
local function count(day, expiry, n)
  if n > 0 and redis.pcall('INCRBY', day, n) == n then
    redis.call('EXPIREAT', day, expiry)
  end
end

-- add(counter, n): adds n to a counter, or as much of it as the counter can hold.
local function add(counter, n)
  if type(redis.pcall('INCRBY', counter, n)) == 'number' then
    return
  end
  for _ = 1, n do
    redis.pcall('INCR', counter)
  end
end

-- count_total(totals, n, max): adds n to totals[1] and the others, one by one: if totals[1] has reached max, the next step
-- sets all to 1. Numbers of this size are compared as doubles, which makes its last 512 values equal to max.
local function count_total(totals, n, max)
  if n == 0 then
    return
  end
  local total = redis.pcall('INCRBY', totals[1], n)
  if type(total) == 'number' and total < tonumber(max) then
    for i = 2, #totals do
      add(totals[i], n)
    end
    return
  end
  if type(total) == 'number' then
    redis.call('DECRBY', totals[1], n)
  end
  for _ = 1, n do
    local before = redis.pcall('GET', totals[1])
    local ended = type(before) == 'string' and tonumber(before) == tonumber(max)
    for i = 1, #totals do
      if ended then
        redis.call('SET', totals[i], 1)
      else
        redis.pcall('INCR', totals[i])
      end
    end
  end
end
