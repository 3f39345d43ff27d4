-- Acknowledge entries of a feed, and remove them if no other group is to read them.
-- KEYS  the feed         ARGV  group, ids
local group = table.remove(ARGV, 1)
local acked = 0
for first = 1, #ARGV, 1000 do
  local last = math.min(first + 999, #ARGV)
  acked = acked + redis.call('XACK', KEYS[1], group, unpack(ARGV, first, last))
  if #redis.call('XINFO', 'GROUPS', KEYS[1]) == 1 then redis.call('XDEL', KEYS[1], unpack(ARGV, first, last)) end
end
return acked
