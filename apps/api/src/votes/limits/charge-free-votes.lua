-- Charge a batch of free votes against their phones' limits: all in one round trip, each vote in turn.
--
-- KEYS    one per vote: the contest and the voter's digest
-- ARGV    1 minutes since 1970, 2 window in minutes; then per vote: votes wanted, limit (0: add without asking)
-- Value   "minute:votes;" for each minute of the window; expires with it
-- Returns per vote two numbers: -1 and 0 when charged; else the votes left now, and the minute when the wanted number fits
--         (0 when it never does). A refused vote charges nothing.
local now, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local answer = {}
for i, key in ipairs(KEYS) do
  local wanted, limit = tonumber(ARGV[1 + 2 * i]), tonumber(ARGV[2 + 2 * i])
  local minutes, counts, sum = {}, {}, 0
  for minute, votes in string.gmatch(redis.call('GET', key) or '', '(%d+):(%d+);') do
    minute, votes = tonumber(minute), tonumber(votes)
    if minute > now - window then
      minutes[#minutes + 1] = minute
      counts[#counts + 1] = votes
      sum = sum + votes
    end
  end
  if limit == 0 or sum + wanted <= limit then
    if minutes[#minutes] == now then
      counts[#counts] = counts[#counts] + wanted
    else
      minutes[#minutes + 1] = now
      counts[#counts + 1] = wanted
    end
    local parts = {}
    for j, minute in ipairs(minutes) do parts[j] = minute .. ':' .. string.format('%d', counts[j]) .. ';' end
    redis.call('SET', key, table.concat(parts), 'EX', window * 60)
    answer[#answer + 1] = -1
    answer[#answer + 1] = 0
  else
    local left, fits, rest = math.max(0, limit - sum), 0, sum
    for j, minute in ipairs(minutes) do
      rest = rest - counts[j]
      if rest + wanted <= limit then
        fits = minute + window
        break
      end
    end
    answer[#answer + 1] = left
    answer[#answer + 1] = fits
  end
end
return answer
