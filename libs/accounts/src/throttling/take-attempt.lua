-- Take one try against several limits at once: all of them or none.
--
-- KEYS    one per limit
-- ARGV    1 now (ms); then per limit: free tries, first wait (s), longest wait (s), forget after (s)
-- Value   hash: tries, last (ms)
-- Returns milliseconds to wait; 0 when the try was taken
local now, longest = tonumber(ARGV[1]), 0
for i, key in ipairs(KEYS) do
  local free, first, most = tonumber(ARGV[4 * i - 2]), tonumber(ARGV[4 * i - 1]), tonumber(ARGV[4 * i])
  local state = redis.call('HMGET', key, 'tries', 'last')
  local tries, last = tonumber(state[1] or 0), tonumber(state[2] or 0)
  if tries >= free then
    local wait = math.min(first * 2 ^ (tries - free), most) * 1000
    longest = math.max(longest, last + wait - now)
  end
end
if longest > 0 then return math.ceil(longest) end
for i, key in ipairs(KEYS) do
  redis.call('HINCRBY', key, 'tries', 1)
  redis.call('HSET', key, 'last', ARGV[1])
  redis.call('EXPIRE', key, ARGV[4 * i + 1])
end
return 0
