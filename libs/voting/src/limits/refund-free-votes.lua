-- Give back what was charged for votes that were not written after all.
--
-- KEYS  six per vote: the phone's votes, the device's (empty when not known), the contest's from outside networks, its votes by
--       browsers, the address's of unproven numbers, and the contest's of new voters (empty for a vote that was not counted there), as in
--       charge-free-votes.lua
-- ARGV  1 the minute, 2 the slot of outside networks and of addresses, and 3 the span of browsers in which they were charged; then per vote four: votes
--       to give back, the phone's code, of an unknown browser its network and its wider network (empty for a known one)
-- Without a code: of the first entry of that time, whatever its mark
local function giveBack(key, at, votes, code)
  local text = redis.call('GET', key)
  if not text then return end
  local isDone = false
  local rest = string.gsub(text, '(%d+):(%d+):?(%x*);', function(minute, had, of)
    if isDone or minute ~= at or (code and of ~= code) then return nil end
    isDone = true
    local left = tonumber(had) - votes
    if left <= 0 then return '' end
    return minute .. ':' .. string.format('%d', left) .. (of ~= '' and ':' .. of or '') .. ';'
  end)
  if rest == '' then redis.call('DEL', key) else redis.call('SET', key, rest, 'KEEPTTL') end
end

local function takeOff(key, field, votes)
  local left = (tonumber(redis.call('HGET', key, field)) or 0) - votes
  redis.call('HSET', key, field, string.format('%d', math.max(0, left)))
end

for i = 1, #KEYS / 6 do
  local phoneKey, deviceKey, outsideKey, browsersKey, crowdKey, surgeKey = unpack(KEYS, 6 * i - 5, 6 * i)
  local wanted, code, network, wider = unpack(ARGV, 4 * i, 4 * i + 3)
  local votes = tonumber(wanted)
  giveBack(phoneKey, ARGV[1], votes)
  if deviceKey ~= '' then giveBack(deviceKey, ARGV[1], votes, code) end
  if outsideKey ~= '' then giveBack(outsideKey, ARGV[2], votes, '') end
  if crowdKey ~= '' then giveBack(crowdKey, ARGV[2], votes, '') end
  if surgeKey ~= '' then giveBack(surgeKey, ARGV[2], votes) end
  -- Those of an earlier span are forgotten.
  if browsersKey ~= '' and redis.call('HGET', browsersKey, 'span') == ARGV[3] then
    if network == '' then
      takeOff(browsersKey, 'known', votes)
    else
      for _, field in ipairs({ 'unknown', network, wider }) do takeOff(browsersKey, field, votes) end
    end
  end
end
