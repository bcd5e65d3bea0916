-- contents(msg, wanted): the contents of all fields of a message with a tag of the kind that has a length. Needs route.
local function contents(msg, wanted)
  local found, at, size = {}, 1, #msg
  while at <= size do
    -- most have one byte for the tag and one for the length
    local tag, length = string.byte(msg, at, at + 1)
    local first, last
    if length and tag < 128 and length < 128 and tag % 8 == 2 then
      first, last = at + 2, at + 1 + length
    else
      tag, first, last = field(msg, at)
    end
    if not tag or last > size then
      return found
    end
    if tag == wanted then
      found[#found + 1] = string.sub(msg, first, last)
    end
    at = last + 1
  end
  return found
end

-- number(msg, wanted): the number of a field of a message with a tag of that kind, 0 if it has none. Needs route.
local function number(msg, wanted)
  local at = 1
  while at <= #msg do
    local tag, value_at = varint(msg, at)
    if tag == wanted then
      return varint(msg, value_at) or 0
    end
    local known, _, last = field(msg, at)
    if not known then
      return 0
    end
    at = last + 1
  end
  return 0
end

-- header(msg, name): a header of a task (field 15), nil if it has none.
local function header(msg, name)
  for _, entry in ipairs(contents(msg, 122)) do
    local key, value = name_and_value(entry)
    if key == name then
      return value
    end
  end
  return nil
end

-- in_json(msg, pointer): what a JSON pointer finds in the payload (field 2): a text, number or boolean; nil if there is none.
local function in_json(msg, pointer)
  local decoded, value = pcall(cjson.decode, contents(msg, 18)[1] or '')
  if not decoded then
    return nil
  end
  for step in string.gmatch(pointer, '/([^/]*)') do
    if type(value) ~= 'table' then
      return nil
    end
    step = string.gsub(string.gsub(step, '~1', '/'), '~0', '~')
    local member = value[step]
    if member == nil and string.find(step, '^%d+$') then
      member = value[tonumber(step) + 1]
    end
    value = member
  end
  if type(value) == 'number' then
    return string.format(value % 1 == 0 and '%.0f' or '%.17g', value)
  end
  return (type(value) == 'string' or type(value) == 'boolean') and tostring(value) or nil
end

-- limit_key(limit, msg): the key of a task for a limit: 'name value'. Tasks without the header or member have an empty value. A
-- value is shortened to a digest if it is long or has control characters: they separate keys from what follows.
local function limit_key(limit, msg)
  if not limit.source then
    limit.source, limit.field = string.match(limit.by, '^(%a+):?(.*)$')
  end
  local value
  if limit.source == 'type' then
    value = type_of(msg)
  elseif limit.source == 'header' then
    value = header(msg, limit.field)
  elseif limit.source == 'json' then
    value = in_json(msg, limit.field)
  end
  value = value or ''
  if #value > 100 or string.find(value, '%c') then
    value = '#' .. redis.sha1hex(value)
  end
  return limit.name .. ' ' .. value
end
