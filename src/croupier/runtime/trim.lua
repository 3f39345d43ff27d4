-- Trim a feed that several groups read: what every group has acknowledged goes, nothing else.
-- KEYS  the feed         ARGV  groups that must be there: before they are, nothing may go
-- Answers how many entries went.
if redis.call('TYPE', KEYS[1]).ok ~= 'stream' then return 0 end

local function split(id)
  local ms, n = string.match(id, '^(%d+)%-(%d+)$')
  return ms, n
end

-- Numbers of 64 bits do not fit into Lua's, so ids are compared as text of equal length.
local function sortable(id)
  local ms, n = split(id)
  return string.rep('0', 20 - #ms) .. ms .. string.rep('0', 20 - #n) .. n
end

local keep, seen = nil, {}
for _, group in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
  local facts = {}
  for i = 1, #group, 2 do facts[group[i]] = group[i + 1] end
  seen[facts['name']] = true
  local oldest = facts['last-delivered-id']
  if facts['pending'] > 0 then oldest = redis.call('XPENDING', KEYS[1], facts['name'])[2] end
  if not keep or sortable(oldest) < sortable(keep) then keep = oldest end
end
for _, group in ipairs(ARGV) do
  if not seen[group] then return 0 end
end
if not keep then return 0 end
return redis.call('XTRIM', KEYS[1], 'MINID', '=', keep)
