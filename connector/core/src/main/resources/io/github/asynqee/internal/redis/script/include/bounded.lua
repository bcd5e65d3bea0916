-- fitting(most): a function fits(bytes) that tells whether one more task of this size fits into a reply of at most most
-- bytes, by default 4 MB. The first task always fits. A larger task is the only one of its reply, so the reader needs
-- memory for one.
local function fitting(most)
  local left, is_first = most or 4194304, true
  return function(bytes)
    left = left - bytes
    local fits = is_first or left >= 0
    is_first = is_first and bytes == 0
    return fits
  end
end
