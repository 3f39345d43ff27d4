-- Perform appends of one partition in order; each is written wholly or not at all.
--
-- KEYS  live set, gone set, F feeds, then the log of each append
-- ARGV  F, then for each append: expected last seq, L, L lines, R, R routes;
--       a route is the number of its feed (1 .. F) and the body of the entry
-- Answers a list: the seq of the last line, or 0 for a log that is gone, or -1 - seq for a conflict, or false for a
-- log that holds what is not ours.
--
-- That an entry's id must be beyond the last is how a log that has grown is found; a log from which no line was
-- removed is as long as its last line's number says, so that most appends need not read it.
local LIVE, GONE, FEEDS = KEYS[1], KEYS[2], tonumber(ARGV[1])

for number = 3, 2 + FEEDS do
  local kind = redis.call('TYPE', KEYS[number]).ok
  if kind ~= 'stream' and kind ~= 'none' then
    return redis.error_reply('WRONGTYPE ' .. KEYS[number] .. ' is not a stream')
  end
end

-- The id of a log by its key.
local function id_of(log)
  return string.match(log, ':log:(.*)$')
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
  local last = at + 2 * tonumber(ARGV[at])
  for place = at + 1, write and last or at, 2 do
    redis.call('XADD', KEYS[2 + ARGV[place]], '*', 'e', ARGV[place + 1])
  end
  return last + 1
end

local function write(log, after, first, count)
  for i = 1, count do
    local id = redis.pcall('XADD', log, (after + i) .. '-0', 'e', ARGV[first + i - 1])
    if id.err then return false end
  end
  return true
end

-- What the log says of the append: is it to be written, and what is the answer?
local function judge(log, after, first, count)
  local seq = last_seq(log)
  if not seq then return false, false end
  if seq == 0 and redis.call('ZSCORE', GONE, id_of(log)) then return false, 0 end
  if seq == after then return true, after + count end
  if seq > after and repeated(log, after, first, count) then return false, after + count end
  return false, -1 - seq
end

local answers, at = {}, 2
for number = 3 + FEEDS, #KEYS do
  local log = KEYS[number]
  local after, count, first = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), at + 2
  local fresh, answer = after > 0 and redis.pcall('XLEN', log) == after and write(log, after, first, count), after + count
  if not fresh then
    fresh, answer = judge(log, after, first, count)
    if fresh and after == 0 then redis.call('SADD', LIVE, id_of(log)) end
    if fresh then write(log, after, first, count) end
  end
  at = route(first + count, fresh)
  answers[#answers + 1] = answer
end
return answers
