-- Remove lines of a log, but never its newest, by which the next append is checked.
-- KEYS  the log          ARGV  numbers of lines
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local removed = 0
for _, seq in ipairs(ARGV) do
  local id = seq .. '-0'
  if newest and id ~= newest[1] then removed = removed + redis.call('XDEL', KEYS[1], id) end
end
return removed
