-- Take a counted vote back because its money went back: a correction is a new, negative row.
--
-- Input   $1 vote, $2 now, $3 payment.
-- Locks   the vote row is locked by the caller.
-- Writes  the vote, its REVERSAL row in the ledger, one negative row in the tally outbox.
-- Returns one row; none means that it was taken back before.
WITH vote AS (
  UPDATE votes SET status = 'FAILED', counted_at = NULL WHERE id = $1 AND status = 'COMPLETED' RETURNING id
),
ledger AS (
  INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes, amount_pesewas, payment_id, method,
    channel, recorded_at)
  SELECT l.vote_id, 'REVERSAL', l.contest_id, l.category_id, l.contestant_id, -l.votes, -l.amount_pesewas, $3, l.method, l.channel, $2
  FROM vote_ledger l JOIN vote ON vote.id = l.vote_id
  WHERE l.kind = 'COUNT'
  RETURNING *
)
INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas, hour, method, channel, created_at)
SELECT contest_id, category_id, contestant_id, votes, -1, amount_pesewas, date_trunc('hour', $2::timestamptz, 'UTC'), method, channel, $2
FROM ledger
RETURNING id
