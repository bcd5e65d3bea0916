-- fitting(most): a function fits(bytes) that tells whether one more task of this size fits into the reply. The maximum
-- size of the reply is most, in bytes, by default 4 MB. The first task always fits. A task larger than the maximum is
-- the only task of its reply, so the reader needs memory for one task.
local function fitting(most)
  local left, is_first = most or 4194304, true
  return function(bytes)
    left = left - bytes
    local fits = is_first or left >= 0
    is_first = is_first and bytes == 0
    return fits
  end
end
