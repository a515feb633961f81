-- Give back what was charged for votes that were not written after all.
--
-- KEYS  two per vote: the phone's votes and the device's (empty when not known), as in charge-free-votes.lua
-- ARGV  1 the minute in which they were charged; then per vote two: votes to give back, the phone's code
local function giveBack(key, votes, code)
  local text = redis.call('GET', key)
  if not text then return end
  local rest = string.gsub(text, '(%d+):(%d+):?(%x*);', function(minute, had, of)
    if minute ~= ARGV[1] or of ~= code then return nil end
    local left = tonumber(had) - votes
    if left <= 0 then return '' end
    return minute .. ':' .. string.format('%d', left) .. (of ~= '' and ':' .. of or '') .. ';'
  end)
  if rest == '' then redis.call('DEL', key) else redis.call('SET', key, rest, 'KEEPTTL') end
end

for i = 1, #KEYS / 2 do
  local votes = tonumber(ARGV[2 * i])
  giveBack(KEYS[2 * i - 1], votes, '')
  if KEYS[2 * i] ~= '' then giveBack(KEYS[2 * i], votes, ARGV[2 * i + 1]) end
end
