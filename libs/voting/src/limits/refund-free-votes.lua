-- Give back what was charged for votes that were not written after all.
--
-- KEYS  three per vote: the phone's votes, the device's (empty when not known) and the contest's from outside networks (empty for a vote
--       that was not counted there), as in charge-free-votes.lua
-- ARGV  1 the minute and 2 the slot of outside networks in which they were charged; then per vote two: votes to give back, the
--       phone's code
local function giveBack(key, at, votes, code)
  local text = redis.call('GET', key)
  if not text then return end
  local rest = string.gsub(text, '(%d+):(%d+):?(%x*);', function(minute, had, of)
    if minute ~= at or of ~= code then return nil end
    local left = tonumber(had) - votes
    if left <= 0 then return '' end
    return minute .. ':' .. string.format('%d', left) .. (of ~= '' and ':' .. of or '') .. ';'
  end)
  if rest == '' then redis.call('DEL', key) else redis.call('SET', key, rest, 'KEEPTTL') end
end

for i = 1, #KEYS / 3 do
  local phoneKey, deviceKey, outsideKey = unpack(KEYS, 3 * i - 2, 3 * i)
  local votes = tonumber(ARGV[2 * i + 1])
  giveBack(phoneKey, ARGV[1], votes, '')
  if deviceKey ~= '' then giveBack(deviceKey, ARGV[1], votes, ARGV[2 * i + 2]) end
  if outsideKey ~= '' then giveBack(outsideKey, ARGV[2], votes, '') end
end
