-- Check a batch of free votes and charge those that may be cast: all in one round trip, each vote in turn.
--
-- KEYS    every key that a vote names by its position here
-- ARGV    1 JSON { now, rules, votes } (redis-limits.ts): minutes since 1970, the numbers of the rules, and of each vote
--         votes, limit, deviceLimit; code (tells the phones of a device apart), tail (last two digits of the number); isProven, isAlwaysAsked,
--         isAskedFirst (about a person check); network, wider (of an unknown browser); crowdThen, surgeThen ("ask" or "hold": what becomes of a vote
--         that is too much); isSettled (the browser's token is old enough), bits (two of the number); and as positions in KEYS phone, device,
--         address (its votes of these minutes), near (neighbouring numbers of the address), outside (votes of the contest from outside networks), browsers (votes of
--         the contest by browsers), crowd (votes of unproven numbers of the address), surge (votes of new voters of the contest), seen (numbers whose
--         votes were counted). What is absent is not asked about
-- Values  phone "minute:votes;" (marked a of a number that is no longer new, b of votes that are held), of new voters "slot:votes;" (marked a of a slot in which
--         there were too many), known numbers two bits each, device "minute:votes:code;", address a number, neighbours "42,07,", outside and of unproven numbers "slot:votes;", browsers a
--         hash of span, its votes of unknown and known browsers, the usual number of known ones, and unknown ones by network: each
--         expires with its window
-- Returns per vote three: "counted", "new" (counted as a vote of a new voter), "phone" or "device" (over that limit), "challenge" (a person check is
--         needed), "proof" or "surge" (the number must be proven; because new voters gave the contest too many), or the HoldReason for which it is charged and
--         held; then for "phone" and "device" the votes left, and the minute when the wanted number fits (0: never). What is refused charges
--         nothing but the address.
-- Costs   Redis 47 µs for one vote and 11.5 ms for a batch of 500, and the process 40 µs and 5.9 ms; with positions in place of names it was 48 µs, 11.1 ms,
--         41 µs and 7.6 ms (least of three runs in turns, November 27, 2026)
local MANY = 100
local input = cjson.decode(ARGV[1])
local now, rules = input.now, input.rules
local window, seconds = rules.windowMinutes, rules.windowMinutes * 60
local slot, span = math.floor(now / rules.slotMinutes), math.floor(now / rules.browsers.minutes)

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

local function entryText(minute, votes, code)
  return string.format('%d:%d', minute, votes) .. (code ~= '' and ':' .. code or '') .. ';'
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
  if not entries then
    redis.call('SET', key, entryText(now, wanted, code), 'EX', seconds)
    return
  end
  add(entries, wanted, code)
  local parts = {}
  for j, entry in ipairs(entries) do parts[j] = entryText(entry[1], entry[2], entry[3]) end
  redis.call('SET', key, table.concat(parts), 'EX', seconds)
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

-- What is read once per batch, by key
local function cached(make)
  local all = {}
  return function(key)
    if not key then return nil end
    if not all[key] then all[key] = make(key) end
    return all[key]
  end, all
end

-- "slot:votes;" of the last slots: votes by slot, their sum in the newest ones and in those before them
local function readSlots(key, newest, before)
  local known, earlier = { slots = {}, sum = 0 }, 0
  for at, votes in string.gmatch(redis.call('GET', key) or '', '(%d+):(%d+);') do
    at, votes = tonumber(at), tonumber(votes)
    if at > slot - newest - before then
      known.slots[at] = votes
      if at > slot - newest then known.sum = known.sum + votes else earlier = earlier + votes end
    end
  end
  return known, earlier
end

local function noteInSlot(key, known, wanted, keptSlots)
  known.sum = known.sum + wanted
  known.slots[slot] = (known.slots[slot] or 0) + wanted
  local parts = {}
  for at, votes in pairs(known.slots) do parts[#parts + 1] = string.format('%d:%d;', at, votes) end
  redis.call('SET', key, table.concat(parts), 'EX', keptSlots * rules.slotMinutes * 60)
end

local outsideRule = rules.outside
local outsideOf = cached(function(key)
  local known, earlier = readSlots(key, outsideRule.allowedSlots, outsideRule.usualSlots)
  -- How much more than the fixed numbers is usual
  local usual = 2 * earlier * outsideRule.allowedSlots / outsideRule.usualSlots / outsideRule.most
  known.times = math.min(outsideRule.mostTimes, math.max(1, usual))
  return known
end)

-- Of an address in a contest: votes of numbers that are not proven
local crowdRule = rules.crowd
local crowdOf = cached(function(key) return (readSlots(key, crowdRule.slots, 0)) end)
local function mostOfCrowd(limit) return math.max(crowdRule.most, crowdRule.voters * limit) end

-- Of a contest, written after the batch: votes of new voters. A slot with too many says little about what is usual: it counts as
-- one of the others at most, or with its share of what one address may give.
local surgeOf, surges = cached(function(key)
  local known = { slots = {}, marks = {}, sum = 0 }
  local usualSlots = outsideRule.usualSlots
  local calm, calmSlots, others = 0, usualSlots, {}
  for at, votes, mark in string.gmatch(redis.call('GET', key) or '', '(%d+):(%d+):?(%x*);') do
    at, votes = tonumber(at), tonumber(votes)
    if at > slot - crowdRule.slots - usualSlots then
      known.slots[at], known.marks[at] = votes, mark
      if at > slot - crowdRule.slots then
        known.sum = known.sum + votes
      elseif mark == '' then
        calm = calm + votes
      else
        calmSlots = calmSlots - 1
        others[#others + 1] = votes
      end
    end
  end
  local most = math.max(crowdRule.most / crowdRule.slots, calmSlots > 0 and calm / calmSlots or 0)
  for _, votes in ipairs(others) do calm = calm + math.min(votes, most) end
  local passed = (now % rules.slotMinutes + 1) / rules.slotMinutes
  known.usual = calm / usualSlots * (crowdRule.slots - 1 + passed)
  return known
end)

local function isSurgeOf(known, wanted, limit)
  return known.sum + wanted > math.max(mostOfCrowd(limit), known.usual * rules.surge.usualPercent / 100)
end

-- Whether the number is no longer new: one of its votes was counted before those of the last minutes
local function isSettledNumber(entries, seenKey, bits)
  local isRecent = false
  for _, entry in ipairs(entries or {}) do
    if entry[3] == 'a' or (entry[3] == '' and entry[1] <= now - rules.surge.settledMinutes) then return true end
    isRecent = isRecent or entry[3] == ''
  end
  return not isRecent and redis.call('GETBIT', seenKey, bits[1]) == 1 and redis.call('GETBIT', seenKey, bits[2]) == 1
end

-- Of a contest, written after the batch
local browserRule = rules.browsers
local browsersOf, allBrowsers = cached(function(key)
  local kept = redis.call('HMGET', key, 'span', 'unknown', 'known', 'usual')
  local at, unknown = tonumber(kept[1] or span), tonumber(kept[2] or 0)
  local known, usual = tonumber(kept[3] or 0), tonumber(kept[4] or 0)
  if at < span then
    redis.call('DEL', key)
    usual = math.floor((usual * (browserRule.usual - 1) + known) / browserRule.usual)
    for _ = at + 2, span do usual = math.floor(usual * (browserRule.usual - 1) / browserRule.usual) end
    at, unknown, known = span, 0, 0
  end
  local most = math.max(browserRule.most, math.floor(usual * browserRule.knownPercent / 100))
  return { at = at, unknown = unknown, known = known, usual = usual, most = most }
end)

-- Whether an unknown browser's votes are too many
local function isRush(key, browsers, vote)
  if not browsers or not vote.network then return false end
  local most, wanted = browsers.most, vote.votes
  local ofNetworks = redis.call('HMGET', key, vote.network, vote.wider)
  return browsers.unknown + wanted > most
    or (ofNetworks[1] or 0) + wanted > math.floor(most * browserRule.networkPercent / 100)
    or (ofNetworks[2] or 0) + wanted > math.floor(most * browserRule.widerPercent / 100)
end

local function noteBrowser(key, browsers, vote)
  if not vote.network then
    browsers.known = browsers.known + vote.votes
    return
  end
  browsers.unknown = browsers.unknown + vote.votes
  redis.call('HINCRBY', key, vote.network, vote.votes)
  redis.call('HINCRBY', key, vote.wider, vote.votes)
end

local function noteNeighbour(key, tail)
  local near = redis.call('GET', key)
  if not near then
    redis.call('SET', key, tail .. ',', 'EX', seconds)
    return 1
  end
  if not string.find(near, tail .. ',', 1, true) then
    near = near .. tail .. ','
    redis.call('SET', key, near, 'KEEPTTL')
  end
  return #near / 3
end

local answer = {}
for _, vote in ipairs(input.votes) do
  local wanted, unproven = vote.votes, not vote.isProven
  local outsideKey, browsersKey, crowdKey, seenKey = KEYS[vote.outside], KEYS[vote.browsers], KEYS[vote.crowd], KEYS[vote.seen]
  local outside, browsers, crowd, surge = outsideOf(outsideKey), browsersOf(browsersKey), crowdOf(crowdKey), surgeOf(KEYS[vote.surge])
  local phone, phoneSum = read(KEYS[vote.phone])
  local device, deviceSum = nil, 0
  if vote.device then device, deviceSum = read(KEYS[vote.device]) end
  local isCrowd = crowd and crowd.sum + wanted > mostOfCrowd(vote.limit)
  local isKnownNumber = seenKey and isSettledNumber(phone, seenKey, vote.bits)
  local isNew = surge and not (vote.isSettled and isKnownNumber)
  local isSurge = isNew and isSurgeOf(surge, wanted, vote.limit)
  local verdict, left, fits = nil, 0, 0
  if phoneSum + wanted > vote.limit then
    verdict = 'phone'
    left, fits = refusal(phone, phoneSum, vote.limit, wanted)
  elseif vote.device and deviceSum + wanted > vote.deviceLimit then
    verdict = 'device'
    left, fits = refusal(device, deviceSum, vote.deviceLimit, wanted)
  elseif isCrowd and vote.crowdThen == 'ask' then
    verdict = 'proof'
  elseif isSurge and vote.surgeThen == 'ask' then
    verdict = 'surge'
  end
  local ofAddress = 0
  if vote.address then
    -- A vote that is refused or asked for a number is one try: it must not use up the address for others by the votes that it asked for.
    local more = verdict and 1 or wanted
    ofAddress = redis.call('INCRBY', KEYS[vote.address], more)
    if ofAddress == more then redis.call('EXPIRE', KEYS[vote.address], rules.address.seconds) end
  end
  if not verdict and unproven and (vote.isAlwaysAsked or ofAddress > rules.address.most
    or (outside and outside.sum + wanted > outsideRule.unasked * outside.times)
    or (vote.isAskedFirst and isRush(browsersKey, browsers, vote))) then
    verdict = 'challenge'
  end
  if not verdict then
    local hold
    if vote.device then
      charge(KEYS[vote.device], device, wanted, vote.code)
      if device and distinct(device) > rules.phonesPerDevice then hold = 'DEVICE_MANY_PHONES' end
    end
    if vote.near and noteNeighbour(KEYS[vote.near], vote.tail) > rules.neighbours then hold = hold or 'NEIGHBOURING_PHONES' end
    if not hold then
      if outside and outside.sum + wanted > outsideRule.most * outside.times then
        hold = 'OUTSIDE_NETWORKS'
      elseif isRush(browsersKey, browsers, vote) then
        hold = 'UNKNOWN_BROWSERS'
      elseif isCrowd then
        hold = 'ONE_ADDRESS'
      elseif isSurge then
        hold = 'SURGE'
      end
    end
    if not hold then
      if outside then noteInSlot(outsideKey, outside, wanted, outsideRule.allowedSlots + outsideRule.usualSlots) end
      if crowd then noteInSlot(crowdKey, crowd, wanted, crowdRule.slots) end
      if browsers then noteBrowser(browsersKey, browsers, vote) end
      if isNew then
        surge.sum = surge.sum + wanted
        surge.slots[slot] = (surge.slots[slot] or 0) + wanted
      end
      if seenKey and redis.call('SETBIT', seenKey, vote.bits[1], 1) + redis.call('SETBIT', seenKey, vote.bits[2], 1) < 2 then
        redis.call('EXPIRE', seenKey, rules.surge.knownSeconds)
      end
    end
    charge(KEYS[vote.phone], phone, wanted, hold and 'b' or isKnownNumber and 'a' or '')
    verdict = hold or (isNew and 'new' or 'counted')
  end
  if verdict == 'surge' or verdict == 'SURGE' then
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
  if #parts > 0 then redis.call('SET', key, table.concat(parts), 'EX', (crowdRule.slots + outsideRule.usualSlots) * rules.slotMinutes * 60) end
end
for key, kept in pairs(allBrowsers) do
  redis.call('HSET', key, 'span', kept.at, 'unknown', kept.unknown, 'known', kept.known, 'usual', kept.usual)
  redis.call('EXPIRE', key, seconds)
end
return answer
