-- Check a batch of free votes and charge those that may be cast: all in one round trip, each vote in turn.
--
-- KEYS    nine per vote: the phone's votes, the device's, the address's votes of these minutes, the neighbouring numbers of the
--         address, the contest's votes from outside networks (of a vote from one of them), the contest's votes by browsers, the
--         address's votes of numbers that are not proven, the contest's votes of new voters, the numbers whose votes it has counted; an
--         empty one is not asked about
-- ARGV    1 minutes since 1970, 2 window in minutes, 3 most phones of a device, 4 most votes of an address, 5 seconds for which
--         those are counted, 6 most neighbouring numbers, 7 votes from outside networks without a check, 8 most of them, 9 minutes
--         of a slot in which they and those of an address are counted, 10 slots in which so many are allowed, 11 slots before them that say what is usual,
--         12 minutes of a span in which votes of unknown browsers are counted, 13 most of them, 14 and 15 percent of those that a
--         network and its wider network may give, 16 percent of the usual votes of known browsers that may be more, 17 spans that say
--         what is usual, 18 most votes of an address whose numbers are not proven, 19 voters for whose votes there is room in any case,
--         20 slots in which they are counted together (and those of new voters), 21 percent of the usual votes of new voters that are allowed,
--         22 minutes after which a number is no longer new, 23 seconds for which it is known;
--         then per vote thirteen: votes wanted, the phone's limit, the device's limit, the phone's code, its last two digits,
--         proof (0 none, 1 none and one is needed, 2 given, 3 do not ask: charged elsewhere, 4 none, and asked for before the vote of an
--         unknown browser is held), of an unknown browser its network and its wider network (empty for a known one), what becomes of it
--         when its address has given too many ("ask" or "hold"), the same when new voters of the contest have, whether the browser's token is old
--         enough ("1"), two bits of the number; after all votes the
--         factor by which 7 and 8 grow at most
-- Values  phone "minute:votes;" (marked a of a number that is no longer new, b of votes that are held), of new voters "slot:votes;" (marked a of a slot in which
--         there were too many), known numbers two bits each, device "minute:votes:code;", address a number, neighbours "42,07,", outside and of unproven numbers "slot:votes;", browsers a
--         hash of span, its votes of unknown and known browsers, the usual number of known ones, and unknown ones by network: each
--         expires with its window
-- Returns per vote three numbers: 0 charged, 6 charged as a vote of a new voter, 5 as 4, because new voters gave the contest too many, 1 over the phone's limit, 2 over the device's, 3 a proof is needed, 4 the number must be
--         proven, 10 charged but too many phones of one device, 11 charged but too many neighbours, 12 charged but too many from outside, 13
--         charged but too many of unknown browsers, 14 charged but too many of unproven numbers from its address, 15 charged but too many of
--         new voters; then for 1 and 2 the votes left, and the minute when the wanted number fits (0: never). What is refused charges nothing but the address.
local MANY = 100
local HEAD, EACH = 23, 13
local now, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local seconds = window * 60
local mostPhones, mostOfAddress, addressSeconds, mostNeighbours = tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5], tonumber(ARGV[6])
local outsideUnasked, outsideMost = tonumber(ARGV[7]), tonumber(ARGV[8])
local slotMinutes, allowedSlots, usualSlots = tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11])
local slot = math.floor(now / slotMinutes)
local outsideMostTimes = tonumber(ARGV[#ARGV])
local span, unknownMost = math.floor(now / tonumber(ARGV[12])), tonumber(ARGV[13])
local nearPercent, widePercent = tonumber(ARGV[14]), tonumber(ARGV[15])
local knownPercent, usualSpans = tonumber(ARGV[16]), tonumber(ARGV[17])
local crowdMost, crowdVoters, crowdSlots = tonumber(ARGV[18]), tonumber(ARGV[19]), tonumber(ARGV[20])
local surgePercent, settledMinutes, knownSeconds = tonumber(ARGV[21]), tonumber(ARGV[22]), ARGV[23]

-- nil for a key that is not there: most votes are a phone's first, and making tables for them would cost as much as the rest
local function read(key)
  local text = redis.call('GET', key)
  if not text then return nil, 0 end
  local entries, sum = {}, 0
  for minute, votes, code in string.gmatch(text, '(%d+):(%d+):?(%x*);') do
    minute, votes = tonumber(minute), tonumber(votes)
    if minute > now - window then
      entries[#entries + 1] = { minute, votes, code }
      sum = sum + votes
    end
  end
  return entries, sum
end

local function write(key, entries)
  local parts = {}
  for j, entry in ipairs(entries) do
    parts[j] = entry[1] .. ':' .. string.format('%d', entry[2]) .. (entry[3] ~= '' and ':' .. entry[3] or '') .. ';'
  end
  redis.call('SET', key, table.concat(parts), 'EX', seconds)
end

-- Beyond a hundred entries a minute's votes share one: a device with a huge limit must not make this slow.
local function add(entries, wanted, code)
  for j = #entries, 1, -1 do
    local entry = entries[j]
    if entry[1] ~= now then break end
    if entry[3] == code or #entries >= MANY then
      entry[2] = entry[2] + wanted
      return
    end
  end
  entries[#entries + 1] = { now, wanted, code }
end

local function charge(key, entries, wanted, code)
  if entries then
    add(entries, wanted, code)
    write(key, entries)
  else
    redis.call('SET', key, ARGV[1] .. ':' .. wanted .. (code ~= '' and ':' .. code or '') .. ';', 'EX', seconds)
  end
end

local function refusal(entries, sum, limit, wanted)
  local left, rest = math.max(0, limit - sum), sum
  for _, entry in ipairs(entries or {}) do
    rest = rest - entry[2]
    if rest + wanted <= limit then return left, entry[1] + window end
  end
  return left, 0
end

local function distinct(entries)
  local seen, count = {}, 0
  for _, entry in ipairs(entries) do
    if not seen[entry[3]] then
      seen[entry[3]] = true
      count = count + 1
    end
  end
  return count
end

-- Of a contest, read once per batch: votes by slot, their sum in the allowed ones, how much more than the fixed numbers is usual
local outsides = {}
local function readOutside(key)
  if outsides[key] then return outsides[key] end
  local known = { slots = {}, sum = 0, times = 1 }
  local earlier = 0
  for at, votes in string.gmatch(redis.call('GET', key) or '', '(%d+):(%d+);') do
    at, votes = tonumber(at), tonumber(votes)
    if at > slot - allowedSlots then
      known.slots[at] = votes
      known.sum = known.sum + votes
    elseif at > slot - allowedSlots - usualSlots then
      known.slots[at] = votes
      earlier = earlier + votes
    end
  end
  known.times = math.min(outsideMostTimes, math.max(1, 2 * earlier * allowedSlots / usualSlots / outsideMost))
  outsides[key] = known
  return known
end

local function noteInSlot(key, known, wanted, keptSlots)
  known.sum = known.sum + wanted
  known.slots[slot] = (known.slots[slot] or 0) + wanted
  local parts = {}
  for at, votes in pairs(known.slots) do parts[#parts + 1] = string.format('%d:%d;', at, votes) end
  redis.call('SET', key, table.concat(parts), 'EX', keptSlots * slotMinutes * 60)
end

-- Of an address in a contest, read once per batch: votes of numbers that are not proven
local crowds = {}
local function readCrowd(key)
  if crowds[key] then return crowds[key] end
  local known = { slots = {}, sum = 0 }
  for at, votes in string.gmatch(redis.call('GET', key) or '', '(%d+):(%d+);') do
    at, votes = tonumber(at), tonumber(votes)
    if at > slot - crowdSlots then
      known.slots[at] = votes
      known.sum = known.sum + votes
    end
  end
  crowds[key] = known
  return known
end

-- Of a contest, read once per batch and written after it: votes of new voters. A slot with too many says little about what is usual: it counts as
-- one of the others at most, or with its share of what one address may give.
local surges = {}
local function readSurge(key)
  if surges[key] then return surges[key] end
  local known = { slots = {}, marks = {}, sum = 0 }
  local calm, calmSlots, others = 0, usualSlots, {}
  for at, votes, mark in string.gmatch(redis.call('GET', key) or '', '(%d+):(%d+):?(%x*);') do
    at, votes = tonumber(at), tonumber(votes)
    if at > slot - crowdSlots - usualSlots then
      known.slots[at], known.marks[at] = votes, mark
      if at > slot - crowdSlots then
        known.sum = known.sum + votes
      elseif mark == '' then
        calm = calm + votes
      else
        calmSlots = calmSlots - 1
        others[#others + 1] = votes
      end
    end
  end
  local most = math.max(crowdMost / crowdSlots, calmSlots > 0 and calm / calmSlots or 0)
  for _, votes in ipairs(others) do calm = calm + math.min(votes, most) end
  local passed = (now % slotMinutes + 1) / slotMinutes
  known.usual = calm / usualSlots * (crowdSlots - 1 + passed)
  surges[key] = known
  return known
end

local function isSurgeOf(known, wanted, limit)
  return known.sum + wanted > math.max(crowdMost, crowdVoters * limit, known.usual * surgePercent / 100)
end

-- Whether the number is no longer new: one of its votes was counted before those of the last minutes
local function isSettledNumber(entries, seenKey, first, second)
  local isRecent = false
  for _, entry in ipairs(entries or {}) do
    if entry[3] == 'a' or (entry[3] == '' and entry[1] <= now - settledMinutes) then return true end
    isRecent = isRecent or entry[3] == ''
  end
  return not isRecent and redis.call('GETBIT', seenKey, first) == 1 and redis.call('GETBIT', seenKey, second) == 1
end

-- Of a contest, read once per batch and written after it
local browsersOf = {}
local function readBrowsers(key)
  if browsersOf[key] then return browsersOf[key] end
  local kept = redis.call('HMGET', key, 'span', 'unknown', 'known', 'usual')
  local at, unknown = tonumber(kept[1] or span), tonumber(kept[2] or 0)
  local known, usual = tonumber(kept[3] or 0), tonumber(kept[4] or 0)
  if at < span then
    redis.call('DEL', key)
    usual = math.floor((usual * (usualSpans - 1) + known) / usualSpans)
    for _ = at + 2, span do usual = math.floor(usual * (usualSpans - 1) / usualSpans) end
    at, unknown, known = span, 0, 0
  end
  local most = math.max(unknownMost, math.floor(usual * knownPercent / 100))
  browsersOf[key] = { at = at, unknown = unknown, known = known, usual = usual, most = most }
  return browsersOf[key]
end

local function isOver(key, browsers, near, wide, wanted)
  local most = browsers.most
  local ofNetworks = redis.call('HMGET', key, near, wide)
  return browsers.unknown + wanted > most
    or (ofNetworks[1] or 0) + wanted > math.floor(most * nearPercent / 100)
    or (ofNetworks[2] or 0) + wanted > math.floor(most * widePercent / 100)
end

local function noteBrowser(key, browsers, near, wide, wanted)
  if near == '' then
    browsers.known = browsers.known + wanted
    return
  end
  browsers.unknown = browsers.unknown + wanted
  redis.call('HINCRBY', key, near, wanted)
  redis.call('HINCRBY', key, wide, wanted)
end

local answer = {}
for i = 1, #KEYS / 9 do
  local phoneKey, deviceKey, addressKey, nearKey, outsideKey, browsersKey, crowdKey, surgeKey, seenKey =
    unpack(KEYS, 9 * i - 8, 9 * i)
  local at = HEAD + EACH * (i - 1)
  local wanted, phoneLimit, deviceLimit = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local code, tail, proof, network, wider, crowdThen, surgeThen, settled, firstBit, secondBit = unpack(ARGV, at + 4, at + 13)
  local unproven = proof == '0' or proof == '4'
  local verdict, left, fits = 0, 0, 0
  local outside = outsideKey ~= '' and readOutside(outsideKey) or nil
  local browsers = browsersKey ~= '' and readBrowsers(browsersKey) or nil
  local crowd = crowdKey ~= '' and readCrowd(crowdKey) or nil
  local isCrowd = crowd and crowd.sum + wanted > math.max(crowdMost, crowdVoters * phoneLimit)
  local phone, phoneSum = read(phoneKey)
  local surge = surgeKey ~= '' and readSurge(surgeKey) or nil
  local isKnownNumber = seenKey ~= '' and isSettledNumber(phone, seenKey, firstBit, secondBit)
  local isNew = surge and not (settled == '1' and isKnownNumber)
  local isSurge = isNew and proof ~= '3' and isSurgeOf(surge, wanted, phoneLimit)
  local device, deviceSum = nil, 0
  if deviceKey ~= '' then device, deviceSum = read(deviceKey) end
  if proof ~= '3' then
    if phoneSum + wanted > phoneLimit then
      verdict = 1
      left, fits = refusal(phone, phoneSum, phoneLimit, wanted)
    elseif deviceKey ~= '' and deviceSum + wanted > deviceLimit then
      verdict = 2
      left, fits = refusal(device, deviceSum, deviceLimit, wanted)
    end
    local ofAddress = 0
    if addressKey ~= '' then
      -- A vote that is refused or asked for a number is one try: it must not use up the address for others by the votes that it asked for.
      local isAsked = (isCrowd and crowdThen == 'ask') or (isSurge and surgeThen == 'ask')
      local more = verdict == 0 and not isAsked and wanted or 1
      ofAddress = redis.call('INCRBY', addressKey, more)
      if ofAddress == more then redis.call('EXPIRE', addressKey, addressSeconds) end
    end
    if verdict == 0 and isCrowd and crowdThen == 'ask' then
      verdict = 4
    elseif verdict == 0 and isSurge and surgeThen == 'ask' then
      verdict = 5
    elseif verdict == 0 and (proof == '1' or (unproven and ofAddress > mostOfAddress)) then
      verdict = 3
    elseif verdict == 0 and unproven and outside and outside.sum + wanted > outsideUnasked * outside.times then
      verdict = 3
    elseif verdict == 0 and proof == '4' and browsers and network ~= '' and isOver(browsersKey, browsers, network, wider, wanted) then
      verdict = 3
    end
  end
  if verdict == 0 then
    if deviceKey ~= '' then
      charge(deviceKey, device, wanted, code)
      if device and distinct(device) > mostPhones then verdict = 10 end
    end
    if nearKey ~= '' then
      local near = redis.call('GET', nearKey)
      if not near then
        redis.call('SET', nearKey, tail .. ',', 'EX', seconds)
      else
        if not string.find(near, tail .. ',', 1, true) then
          near = near .. tail .. ','
          redis.call('SET', nearKey, near, 'KEEPTTL')
        end
        if verdict == 0 and #near / 3 > mostNeighbours then verdict = 11 end
      end
    end
    if proof ~= '3' and verdict == 0 then
      if outside and outside.sum + wanted > outsideMost * outside.times then
        verdict = 12
      elseif browsers and network ~= '' and isOver(browsersKey, browsers, network, wider, wanted) then
        verdict = 13
      elseif isCrowd then
        verdict = 14
      elseif isSurge then
        verdict = 15
      end
    end
    if verdict == 0 then
      if outside then noteInSlot(outsideKey, outside, wanted, allowedSlots + usualSlots) end
      if crowd then noteInSlot(crowdKey, crowd, wanted, crowdSlots) end
      if browsers then noteBrowser(browsersKey, browsers, network, wider, wanted) end
      if isNew then
        surge.sum = surge.sum + wanted
        surge.slots[slot] = (surge.slots[slot] or 0) + wanted
        if proof ~= '3' then verdict = 6 end
      end
      if seenKey ~= '' and redis.call('SETBIT', seenKey, firstBit, 1) + redis.call('SETBIT', seenKey, secondBit, 1) < 2 then
        redis.call('EXPIRE', seenKey, knownSeconds)
      end
    end
  end
  if verdict == 0 or verdict >= 6 then charge(phoneKey, phone, wanted, verdict >= 10 and 'b' or isKnownNumber and 'a' or '') end
  if verdict == 5 or verdict == 15 then
    surge.marks[slot] = 'a'
    surge.slots[slot] = surge.slots[slot] or 0
  end
  answer[#answer + 1] = verdict
  answer[#answer + 1] = left
  answer[#answer + 1] = fits
end
for key, known in pairs(surges) do
  local parts = {}
  for at, votes in pairs(known.slots) do
    parts[#parts + 1] = string.format('%d:%d%s;', at, votes, known.marks[at] == 'a' and ':a' or '')
  end
  if #parts > 0 then redis.call('SET', key, table.concat(parts), 'EX', (crowdSlots + usualSlots) * slotMinutes * 60) end
end
for key, kept in pairs(browsersOf) do
  redis.call('HSET', key, 'span', kept.at, 'unknown', kept.unknown, 'known', kept.known, 'usual', kept.usual)
  redis.call('EXPIRE', key, seconds)
end
return answer
