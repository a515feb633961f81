-- Give back what was charged for votes that were not written after all.
--
-- KEYS  one per vote, as in charge-free-votes.lua
-- ARGV  1 the minute in which they were charged; then per vote: votes to give back
for i, key in ipairs(KEYS) do
  local text = redis.call('GET', key)
  if text then
    local rest = string.gsub(text, '(%d+):(%d+);', function(minute, votes)
      if minute ~= ARGV[1] then return nil end
      local left = tonumber(votes) - tonumber(ARGV[1 + i])
      return left > 0 and (minute .. ':' .. string.format('%d', left) .. ';') or ''
    end)
    if rest == '' then redis.call('DEL', key) else redis.call('SET', key, rest, 'KEEPTTL') end
  end
end
