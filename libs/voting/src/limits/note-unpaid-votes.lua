-- Judge a batch of paid votes by how many of the sender's wait for payment, and note those that may be cast.
--
-- KEYS    two per vote: the phone's waiting votes, the network address's (empty: does not count)
-- ARGV    1 now (ms), 2 how long a vote may wait (ms), 3 most per phone, 4 most per address without a person check, 5 most per
--         address; then per vote two: its id, whether a person check was solved (1 or 0)
-- Values  sorted sets of vote ids by the time of the cast; each expires with its newest vote
-- Returns per vote two numbers: 0 noted, 1 over the phone's limit, 2 over the address's, 3 a person check is needed; then the time
--         (ms) when the sender's oldest waiting vote expires
local now, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local per_phone, checked_from, per_address = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])

local function waiting(key)
  if key == '' then return 0 end
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - window)
  return redis.call('ZCARD', key)
end
local function note(key, id)
  if key == '' then return end
  redis.call('ZADD', key, ARGV[1], id)
  redis.call('PEXPIRE', key, window)
end
local function free_at(key)
  local oldest = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]
  return oldest and tonumber(oldest) + window or now
end

local answer = {}
for i = 1, #KEYS / 2 do
  local phone, address = KEYS[2 * i - 1], KEYS[2 * i]
  local id, proven = ARGV[2 * i + 4], ARGV[2 * i + 5] == '1'
  local verdict, at = 0, 0
  local of_address = waiting(address)
  if waiting(phone) >= per_phone then
    verdict, at = 1, free_at(phone)
  elseif of_address >= per_address then
    verdict, at = 2, free_at(address)
  elseif of_address >= checked_from and not proven then
    verdict = 3
  else
    note(phone, id)
    note(address, id)
  end
  answer[#answer + 1] = verdict
  answer[#answer + 1] = at
end
return answer
