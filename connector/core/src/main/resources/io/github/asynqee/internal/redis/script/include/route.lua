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

-- type_and_group(msg): the type (field 1) and the group (field 14) of a task message; no type if it cannot be recognised.
local function type_and_group(msg)
  local at, task_type, group = 1, nil, nil
  while at <= #msg do
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
    if tag == 10 then
      task_type = string.sub(msg, at, at + length - 1)
    elseif tag == 114 then
      group = string.sub(msg, at, at + length - 1)
    end
    at = at + length
  end
  return task_type, group
end

-- type_of(msg): the type of a task message. It is the first field of what any client writes.
local function type_of(msg)
  local tag, length = string.byte(msg, 1, 2)
  if tag == 10 and length and length < 128 then
    return string.sub(msg, 3, 2 + length)
  end
  return (type_and_group(msg))
end

-- router(routes, foreign, unusable): a function that finds the route of a message: for a task of a group the first route of
-- groups that fits, for any other the first route of types. The route is foreign if none fits, and unusable if the message has
-- no type or cannot be decoded.
local function router(routes, foreign, unusable)
  local has_groups, of_type = false, {}
  local function first(kind, name)
    for _, route in ipairs(routes) do
      if route.kind == kind and string.sub(name, 1, #route.prefix) == route.prefix then
        return route
      end
    end
  end
  for _, route in ipairs(routes) do
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
    local route = group and group ~= '' and first('g', group) or of_type[name]
    if not route then
      -- what only begins like a message is not left to others
      route = first('t', name) or (string.find(name, '%S') and type_and_group(msg) and foreign or unusable)
      of_type[name] = route
    end
    return route
  end
end
