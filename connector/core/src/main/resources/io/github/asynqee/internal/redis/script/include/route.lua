-- varint(msg, at): the protobuf varint that begins there, and where it ends; nil if it does not end.
local function varint(msg, at)
  local value, factor = 0, 1
  for i = at, at + 9 do
    local byte = string.byte(msg, i)
    if not byte then
      return nil
    end
    value = value + byte % 128 * factor
    if byte < 128 then
      return value, i + 1
    end
    factor = factor * 128
  end
  return nil
end

-- field(msg, at): the tag of the protobuf field that begins there, and where its content begins and ends; nil if it cannot be
-- recognised.
local function field(msg, at)
  local tag, length
  tag, at = varint(msg, at)
  local wire = tag and tag % 8
  if wire == 0 then
    length, at = varint(msg, at)
    length = length and 0
  elseif wire == 1 then
    length = 8
  elseif wire == 2 then
    length, at = varint(msg, at)
  elseif wire == 5 then
    length = 4
  end
  if not length or at + length - 1 > #msg then
    return nil
  end
  return tag, at, at + length - 1
end

-- type_and_group(msg): the type (field 1) and the group (field 14) of a task message; no type if it cannot be recognised.
local function type_and_group(msg)
  local at, task_type, group = 1, nil, nil
  while at <= #msg do
    local tag, first, last = field(msg, at)
    if not tag then
      return nil
    end
    if tag == 10 then
      task_type = string.sub(msg, first, last)
    elseif tag == 114 then
      group = string.sub(msg, first, last)
    end
    at = last + 1
  end
  return task_type, group
end

-- name_and_value(entry): the name and value of a header, an entry of field 15 of a task message.
local function name_and_value(entry)
  local at, name, value = 1, '', ''
  while at <= #entry do
    local tag, first, last = field(entry, at)
    if not tag then
      return nil
    end
    if tag == 10 then
      name = string.sub(entry, first, last)
    elseif tag == 18 then
      value = string.sub(entry, first, last)
    end
    at = last + 1
  end
  return name, value
end

-- version_of(msg): the version of a task message, a header; 1 without the header, -1 if it is not a number.
local function version_of(msg)
  local at, version = 1, '1'
  while at <= #msg do
    local tag, first, last = field(msg, at)
    if not tag then
      break
    end
    if tag == 122 then
      local name, value = name_and_value(string.sub(msg, first, last))
      version = name == 'payload-version' and value or version
    end
    at = last + 1
  end
  return #version < 10 and string.find(version, '^%d+$') and tonumber(version) or -1
end

-- type_of(msg): the type of a task message. All clients write it as the first field.
local function type_of(msg)
  local tag, length = string.byte(msg, 1, 2)
  if tag == 10 and length and length < 128 then
    return string.sub(msg, 3, 2 + length)
  end
  return (type_and_group(msg))
end

-- router(routes, foreign, unusable): a function that finds the route of a message: for a task of a group the first route of
-- groups that fits, for any other task the first route of types; among routes with the same prefix, the first one with its version. The
-- route is foreign if none fits, and unusable if the message has no type or cannot be decoded.
local function router(routes, foreign, unusable)
  local has_groups, has_versions, of_type = false, false, {}
  local function first(kind, name, version)
    local prefix
    for _, route in ipairs(routes) do
      if route.kind == kind and (prefix or string.sub(name, 1, #route.prefix)) == route.prefix then
        if not route.lowest or version >= route.lowest and version <= route.highest then
          return route
        end
        prefix = route.prefix
      end
    end
  end
  for _, route in ipairs(routes) do
    local lowest, highest = string.match(route.kind, '^t(%d+)%.%.(%d+)$')
    if lowest then
      route.kind, route.lowest, route.highest, has_versions = 't', tonumber(lowest), tonumber(highest), true
    end
    has_groups = has_groups or route.kind == 'g'
  end
  return function(msg)
    local name, group
    if has_groups then
      name, group = type_and_group(msg)
    else
      name = type_of(msg)
    end
    if not name then
      return unusable
    end
    local version = has_versions and version_of(msg)
    local key = version and version .. ' ' .. name or name
    local route = group and group ~= '' and first('g', group) or of_type[key]
    if not route then
      -- a text that only begins like a message is unusable, not foreign
      route = first('t', name, version) or (string.find(name, '%S') and type_and_group(msg) and foreign or unusable)
      of_type[key] = route
    end
    return route
  end
end
