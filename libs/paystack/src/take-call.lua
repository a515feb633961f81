-- Take one call to the provider from the budget that all processes share (the rules: call-budget.ts).
--
-- KEYS    1 calls of the last minute: hash, "<second>:<purpose>" to number
--         2 pause of this endpoint after a 429: hash, until (ms) when the provider's window ends, next (ms) when one call may probe
-- ARGV    1 now (ms); 2 purpose; 3 total; then purpose and its reserve, for each purpose
-- Returns milliseconds to wait; 0 when the call was counted and may be made; -1 likewise, and it is the endpoint's probe
local WINDOW = 60
-- The provider's word is kept to but for one call in so long: a single 429 must not stop an endpoint for its whole window.
local PROBE_EVERY, PROBE_AFTER_END = 10000, 2000
local now, purpose, total = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local pause = redis.call('HMGET', KEYS[2], 'until', 'next')
local paused_until, probe_at = tonumber(pause[1]), tonumber(pause[2])
if probe_at and probe_at > now then return math.ceil(math.max(paused_until, probe_at) - now) end
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
if not probe_at then return 0 end
redis.call('HSET', KEYS[2], 'next', string.format('%d', now + (now < paused_until and PROBE_EVERY or PROBE_AFTER_END)))
return -1
