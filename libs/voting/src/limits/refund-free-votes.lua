-- Give back what was charged for votes that were not written after all.
--
-- KEYS  every key that a charge names by its position here
-- ARGV  1 JSON { minute, slot, span, charges }: when it was charged (slot of outside networks and of addresses, span of browsers); of each charge votes,
--       code, network, wider and the positions phone, device, outside, browsers, crowd, surge, as in charge-free-votes.lua
local input = cjson.decode(ARGV[1])

-- Without a code: of the first entry of that time, whatever its mark
local function giveBack(position, time, votes, code)
  local key = KEYS[position]
  local text = key and redis.call('GET', key)
  if not text then return end
  local isDone = false
  local rest = string.gsub(text, '(%d+):(%d+):?(%x*);', function(at, had, of)
    if isDone or tonumber(at) ~= time or (code and of ~= code) then return nil end
    isDone = true
    local left = tonumber(had) - votes
    if left <= 0 then return '' end
    return at .. ':' .. string.format('%d', left) .. (of ~= '' and ':' .. of or '') .. ';'
  end)
  if rest == '' then redis.call('DEL', key) else redis.call('SET', key, rest, 'KEEPTTL') end
end

local function takeOff(key, field, votes)
  local left = (tonumber(redis.call('HGET', key, field)) or 0) - votes
  redis.call('HSET', key, field, string.format('%d', math.max(0, left)))
end

for _, charge in ipairs(input.charges) do
  local votes, browsersKey = charge.votes, KEYS[charge.browsers]
  giveBack(charge.phone, input.minute, votes)
  giveBack(charge.device, input.minute, votes, charge.code)
  giveBack(charge.outside, input.slot, votes, '')
  giveBack(charge.crowd, input.slot, votes, '')
  giveBack(charge.surge, input.slot, votes)
  -- Those of an earlier span are forgotten.
  if browsersKey and tonumber(redis.call('HGET', browsersKey, 'span')) == input.span then
    if not charge.network then
      takeOff(browsersKey, 'known', votes)
    else
      for _, field in ipairs({ 'unknown', charge.network, charge.wider }) do takeOff(browsersKey, field, votes) end
    end
  end
end
