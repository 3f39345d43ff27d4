-- Perform appends of one partition in order; each is written wholly or not at all.
--
-- KEYS  live set, gone set, F feeds, then the log of each append
-- ARGV  F, then for each append: log id, expected last seq, L, L lines, R, R routes;
--       a route is the number of its feed (1 .. F), C, C times field and value
-- Answers a list: the seq of the last line, or 0 for a log that is gone, or -1 - seq for a conflict, or false for a
-- log that holds what is not ours.
--
-- Feeds are written before the log: should the server refuse a feed, the log has not grown.
local LIVE, GONE, FEEDS = KEYS[1], KEYS[2], tonumber(ARGV[1])

for number = 3, 2 + FEEDS do
  local kind = redis.call('TYPE', KEYS[number]).ok
  if kind ~= 'stream' and kind ~= 'none' then
    return redis.error_reply('WRONGTYPE ' .. KEYS[number] .. ' is not a stream')
  end
end

local function last_seq(log)
  local found = redis.pcall('XREVRANGE', log, '+', '-', 'COUNT', 1)
  if found.err then
    if string.find(found.err, 'WRONGTYPE', 1, true) then return nil end
    error(found.err)
  end
  local newest = found[1]
  if not newest then return 0 end
  return tonumber(string.match(newest[1], '^(%d+)%-0$'))
end

local function repeated(log, after, first, count)
  local stored = redis.call('XRANGE', log, (after + 1) .. '-0', (after + count) .. '-0')
  if #stored ~= count then return false end
  for i = 1, count do
    if stored[i][2][2] ~= ARGV[first + i - 1] then return false end
  end
  return true
end

-- Writes the routes that start at ARGV[at] (or only steps over them) and answers where they end.
local function route(at, write)
  local routes = tonumber(ARGV[at])
  at = at + 1
  for _ = 1, routes do
    local feed, size = tonumber(ARGV[at]), 2 * tonumber(ARGV[at + 1])
    if write then
      redis.call('XADD', KEYS[2 + feed], '*', unpack(ARGV, at + 2, at + 1 + size))
    end
    at = at + 2 + size
  end
  return at
end

local answers, at = {}, 2
for number = 3 + FEEDS, #KEYS do
  local log, id = KEYS[number], ARGV[at]
  local after, count, first = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), at + 3
  local seq = last_seq(log)
  local answer
  if not seq then
    answer = false
  elseif seq == 0 and redis.call('ZSCORE', GONE, id) then
    answer = 0
  elseif seq == after then
    answer = after + count
  elseif seq > after and repeated(log, after, first, count) then
    answer = after + count
  else
    answer = -1 - seq
  end
  local fresh = seq == after and answer and answer > 0
  if fresh and seq == 0 then redis.call('SADD', LIVE, id) end
  at = route(first + count, fresh)
  if fresh then
    for i = 1, count do
      redis.call('XADD', log, (seq + i) .. '-0', 'e', ARGV[first + i - 1])
    end
  end
  answers[#answers + 1] = answer
end
return answers
