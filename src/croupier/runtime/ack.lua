-- Acknowledge entries of a feed, and remove what is done with if no group but ours reads it.
-- KEYS  the feed         ARGV  group, ids
--
-- To cut the feed off before the oldest entry that is not done with costs far less than to remove entries one by one.
local feed, group = KEYS[1], table.remove(ARGV, 1)
local acked = 0
for first = 1, #ARGV, 1000 do
  acked = acked + redis.call('XACK', feed, group, unpack(ARGV, first, math.min(first + 999, #ARGV)))
end

-- Whether a group that is not there has read an entry, nobody can say, and what another needs is not ours to cut off.
local groups = redis.call('XINFO', 'GROUPS', feed)
if #groups ~= 1 then return acked end

local facts = {}
for i = 1, #groups[1], 2 do facts[groups[1][i]] = groups[1][i + 1] end
if facts['name'] ~= group then return acked end

local keep
if facts['pending'] > 0 then
  keep = redis.call('XPENDING', feed, group)[2]
else
  local ms, n = string.match(facts['last-delivered-id'], '^(%d+)%-(%d+)$')
  keep = ms .. '-' .. string.format('%.0f', n + 1)
end
redis.call('XTRIM', feed, 'MINID', '=', keep)
return acked
