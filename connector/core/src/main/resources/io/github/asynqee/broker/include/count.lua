-- count(day, expiry, n): adds n to a daily counter, which lives until expiry.
local function count(day, expiry, n)
  if n > 0 and redis.call('INCRBY', day, n) == n then
    redis.call('EXPIREAT', day, expiry)
  end
end

-- count_total(totals, n, max): adds n to totals[1] and the others. A step that brings totals[1] to max sets all to 1.
local function count_total(totals, n, max)
  if n == 0 then
    return
  end
  local total = redis.pcall('INCRBY', totals[1], n)
  if type(total) == 'number' and total < tonumber(max) then
    for i = 2, #totals do
      redis.call('INCRBY', totals[i], n)
    end
    return
  end
  if type(total) == 'number' then
    redis.call('DECRBY', totals[1], n)
  end
  for _ = 1, n do
    if redis.call('INCR', totals[1]) >= tonumber(max) then
      for i = 1, #totals do
        redis.call('SET', totals[i], 1)
      end
    else
      for i = 2, #totals do
        redis.call('INCR', totals[i])
      end
    end
  end
end
