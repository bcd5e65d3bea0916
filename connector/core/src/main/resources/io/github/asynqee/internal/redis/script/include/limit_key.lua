local byte = string.byte

-- content(msg, wanted, at): where the content of the next field with this tag begins and ends, from at on; nil if there
-- is none. The tag must belong to a field with a length. Needs route.
local function content(msg, wanted, at)
  local size = #msg
  while at <= size do
    -- most fields have one byte for the tag, and one or two for the length or number
    local tag, low, high = byte(msg, at, at + 2)
    local first, last
    if low and low < 128 then
      first = at + 2
    elseif high and high < 128 then
      first, low = at + 3, low - 128 + high * 128
    end
    local kind = first and tag < 128 and tag % 8
    if kind == 2 then
      last = first + low - 1
    elseif kind == 0 then
      last = first - 1
    else
      tag, first, last = field(msg, at)
    end
    if not tag or last > size then
      return nil
    end
    if tag == wanted then
      return first, last
    end
    at = last + 1
  end
  return nil
end

-- content_of(msg, wanted): the content of the first field with this tag, of a field with a length; nil if there is none.
local function content_of(msg, wanted)
  local first, last = content(msg, wanted, 1)
  return first and string.sub(msg, first, last)
end

-- number(msg, wanted): the number in the first field with this tag, of a field with a varint; 0 if there is none. Needs route.
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
  local first, last = content(msg, 122, 1)
  while first do
    -- usually an entry is its name and its value, each with a length of one byte
    local value_at = first + 4 + #name
    if string.sub(msg, first + 2, value_at - 3) == name and byte(msg, first) == 10 and byte(msg, first + 1) == #name
      and byte(msg, value_at - 2) == 18 and byte(msg, value_at - 1) == last + 1 - value_at then
      return string.sub(msg, value_at, last)
    end
    local key, value = name_and_value(string.sub(msg, first, last))
    if key == name then
      return value
    end
    first, last = content(msg, 122, last + 1)
  end
  return nil
end

-- in_json(msg, pointer): the member of the payload (field 2) at a JSON pointer: a text, number or boolean; nil if there is none.
local function in_json(msg, pointer)
  local decoded, value = pcall(cjson.decode, content_of(msg, 18) or '')
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
-- value is shortened to a digest if it is long or has control characters: they are the separators after keys.
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
