-- A payer asks for a turn to begin a payment (the rules: shared-call-limit.ts).
--
-- Every ticket has a tag, and lower tags go first. A sender's next ticket gets a tag one higher than its last, so senders take
-- turns however many tickets one of them has. A contest's tags grow by a fraction for every sender in it, so that the crowd
-- of one contest does not stop another contest's payers.
--
-- KEYS    1 waiting: sorted set of tickets by tag; 2 sorted set of tickets by when they are given up (ms); 3 state: hash with
--         served (highest tag let through), turns (that may be taken now), at (ms); 4 last tag of the address (empty: does not
--         count), 5 of the phone (empty: not known), 6 of the contest
-- ARGV    1 now (ms), 2 ticket, 3 burst, 4 turns per minute, 5 ms that a ticket is kept after its turn has come, 6 most tickets
--         ahead of one sender's next, 7 most tickets, 8 tag to go back to after an unused turn (empty: asks for a turn)
-- Returns milliseconds to wait (0: the turn is taken), position in the queue from 1, the ticket's tag as text
local CONTEST_WEIGHT, SENDER_SECONDS, ROOM_SECONDS = 20, 120, 300
-- Turns are fractions that grow with time: a sum of fractions may miss a whole number by its last binary digit.
local ROUNDING = 1e-6
local waiting, leaving, state = KEYS[1], KEYS[2], KEYS[3]
local now, ticket, burst, rate = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]) / 60000
local grace, most_ahead, most = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])

local function text(number) return string.format('%.3f', number) end
local function tag_of(key) return key ~= '' and tonumber(redis.call('GET', key) or 0) or 0 end
local function remember(key, tag) if key ~= '' then redis.call('SET', key, text(tag), 'EX', SENDER_SECONDS) end end

local gone = redis.call('ZRANGEBYSCORE', leaving, '-inf', now, 'LIMIT', 0, 1000)
if #gone > 0 then
  redis.call('ZREM', waiting, unpack(gone))
  redis.call('ZREM', leaving, unpack(gone))
end
local known = redis.call('HMGET', state, 'served', 'turns', 'at')
local served, at = tonumber(known[1] or 0), tonumber(known[3] or now)
local turns = math.min(burst, tonumber(known[2] or burst) + math.max(0, now - at) * rate)
if ARGV[8] ~= '' then
  turns = math.min(burst, turns + 1)
  redis.call('ZADD', waiting, ARGV[8], ticket)
end

local tag = tonumber(redis.call('ZSCORE', waiting, ticket) or nil)
local count = redis.call('ZCARD', waiting)
if not tag then
  local own = math.max(tag_of(KEYS[4]), tag_of(KEYS[5]))
  if own - served > most_ahead or count >= most then
    return { math.ceil((count + 1) / rate), count + 1, '' }
  end
  tag = own
  if own <= served then
    tag = math.max(served, tag_of(KEYS[6]))
    remember(KEYS[6], tag + 1 / CONTEST_WEIGHT)
  end
  remember(KEYS[4], tag + 1)
  remember(KEYS[5], tag + 1)
  redis.call('ZADD', waiting, text(tag), ticket)
end
local position = redis.call('ZRANK', waiting, ticket) + 1
local wait = 0
if turns + ROUNDING >= position and ARGV[8] == '' then
  redis.call('ZREM', waiting, ticket)
  redis.call('ZREM', leaving, ticket)
  turns = turns - 1
  served = math.max(served, tag)
else
  wait = math.max(1, math.ceil((position - turns) / rate))
  redis.call('ZADD', leaving, string.format('%d', now + wait + grace), ticket)
end
redis.call('HSET', state, 'served', text(served), 'turns', string.format('%.17g', turns), 'at', string.format('%d', math.max(at, now)))
for i = 1, 3 do redis.call('EXPIRE', KEYS[i], ROOM_SECONDS) end
return { wait, position, text(tag) }
