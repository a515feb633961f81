-- Take back the votes of a counted payment for the part of its money that has gone back (ADR 83): a correction is a new, negative row.
--
-- Input   $1 vote, $2 now, $3 payment, $4 what was taken, $5 what has gone back of it so far (less than $4).
-- Locks   the vote row is locked by the caller, the contestant's FOR KEY SHARE.
-- Writes  the next PARTIAL row of the ledger, up to whole votes of the same share as the money, rounded down, and the exact money; one
--         negative row in the tally outbox for the hour in which the vote was counted. The transaction still counts as one.
-- Returns one row; none when the rows before have taken as much.
WITH counted AS MATERIALIZED (
  SELECT l.*, date_trunc('hour', l.recorded_at, 'UTC') AS hour, floor(l.votes::numeric * $5 / $4)::integer AS votes_back,
    floor(l.amount_pesewas::numeric * $5 / $4)::bigint AS amount_back
  FROM vote_ledger l JOIN votes v ON v.id = l.vote_id AND v.status = 'COMPLETED'
  WHERE l.vote_id = $1 AND l.kind = 'COUNT'
),
before AS (
  SELECT coalesce(sum(votes), 0)::integer AS votes, coalesce(sum(amount_pesewas), 0)::bigint AS amount, count(*)::smallint AS steps
  FROM vote_ledger WHERE vote_id = $1 AND kind = 'PARTIAL'
),
ledger AS (
  INSERT INTO vote_ledger (vote_id, kind, step, contest_id, category_id, contestant_id, votes, amount_pesewas, payment_id, method,
    channel, recorded_at)
  SELECT c.vote_id, 'PARTIAL', b.steps + 1, c.contest_id, c.category_id, c.contestant_id, -(c.votes_back + b.votes),
    -(c.amount_back + b.amount), $3, c.method, c.channel, $2
  FROM counted c, before b
  WHERE c.votes_back + b.votes > 0 OR c.amount_back + b.amount > 0
  RETURNING *
),
listed AS (
  UPDATE archived_hours a SET votes = a.votes + l.votes
  FROM ledger l, counted c
  WHERE a.contestant_id = l.contestant_id AND a.hour = c.hour AND a.method = l.method AND a.channel = l.channel
)
INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas, hour, method, channel, created_at)
SELECT l.contest_id, l.category_id, l.contestant_id, l.votes, 0, l.amount_pesewas, c.hour, l.method, l.channel, $2
FROM ledger l JOIN counted c ON c.vote_id = l.vote_id
RETURNING id
