-- Take back what still counts of a vote because its money went back, or because it was entered by mistake: a correction is a new,
-- negative row.
--
-- Input   $1 vote, $2 now, $3 payment (null: a free vote).
-- Locks   the vote row is locked by the caller, the contestant's FOR KEY SHARE.
-- Writes  the vote, its REVERSAL row in the ledger, one negative row in the tally outbox for the hour in which the vote was counted:
--         no hour shows votes that are gone. An archived contestant's vote is in no hour that readers see; it leaves archived_hours.
--         What PARTIAL rows have taken is not taken again.
-- Returns one row; none means that it was taken back before.
WITH vote AS (
  UPDATE votes SET status = 'FAILED', counted_at = NULL WHERE id = $1 AND status = 'COMPLETED' RETURNING id
),
counted AS MATERIALIZED (
  SELECT l.*, date_trunc('hour', l.recorded_at, 'UTC') AS hour
  FROM standing_ledger l JOIN vote ON vote.id = l.vote_id WHERE l.vote_id = $1
),
ledger AS (
  INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes, amount_pesewas, payment_id, method,
    channel, recorded_at)
  SELECT l.vote_id, 'REVERSAL', l.contest_id, l.category_id, l.contestant_id, -l.votes, -l.amount_pesewas, $3, l.method, l.channel, $2
  FROM counted l
  RETURNING *
),
listed AS (
  UPDATE archived_hours a SET votes = a.votes - l.votes, transactions = a.transactions - 1
  FROM counted l
  WHERE a.contestant_id = l.contestant_id AND a.hour = l.hour AND a.method = l.method AND a.channel = l.channel
)
INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas, hour, method, channel, created_at)
SELECT l.contest_id, l.category_id, l.contestant_id, l.votes, -1, l.amount_pesewas, c.hour, l.method, l.channel, $2
FROM ledger l JOIN counted c ON c.vote_id = l.vote_id
RETURNING id
