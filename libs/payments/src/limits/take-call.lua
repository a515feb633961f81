-- Take one call to the provider from the budget that all processes share (the rules: call-budget.ts).
--
-- KEYS    1 calls of the last minute: hash, "<second>:<purpose>" to number
--         2 silence for this purpose: until when (ms), set after a 429
-- ARGV    1 now (ms); 2 purpose; 3 total; then purpose and its reserve, for each purpose
-- Returns milliseconds to wait; 0 when the call was counted and may be made
local WINDOW = 60
local now, purpose, total = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local quiet = tonumber(redis.call('GET', KEYS[2]) or 0)
if quiet > now then return math.ceil(quiet - now) end
local this_second = math.floor(now / 1000)
local used, sum, oldest, gone = {}, 0, this_second, {}
local cells = redis.call('HGETALL', KEYS[1])
for i = 1, #cells, 2 do
  local second, name = string.match(cells[i], '^(%d+):(%a+)$')
  local calls = tonumber(cells[i + 1])
  second = tonumber(second)
  if second <= this_second - WINDOW then
    gone[#gone + 1] = cells[i]
  else
    used[name] = (used[name] or 0) + calls
    sum = sum + calls
    oldest = math.min(oldest, second)
  end
end
if #gone > 0 then redis.call('HDEL', KEYS[1], unpack(gone)) end
local owed, own = 0, 0
for i = 4, #ARGV, 2 do
  local left = tonumber(ARGV[i + 1]) - (used[ARGV[i]] or 0)
  if ARGV[i] == purpose then own = left else owed = owed + math.max(0, left) end
end
if own <= 0 and sum + owed >= total then
  return math.max(1, math.ceil((oldest + WINDOW + 1) * 1000 - now))
end
redis.call('HINCRBY', KEYS[1], this_second .. ':' .. purpose, 1)
redis.call('EXPIRE', KEYS[1], 2 * WINDOW)
return 0
