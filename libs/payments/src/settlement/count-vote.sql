-- Count a paid vote.
--
-- Input   $1 vote, $2 now, $3 payment, $4 method, $5 channel, $6 amount (pesewas), $7 phone digests, $8 e-mail digests, $9 receipt code.
-- Locks   the vote row is locked by the caller.
-- Writes  the vote, its COUNT row in the ledger, one row in the tally outbox, the receipt's code.
-- Returns one row; none means that the vote was counted before, which the caller has ruled out.
WITH vote AS (
  UPDATE votes SET status = 'COMPLETED', counted_at = $2
  WHERE id = $1 AND status <> 'COMPLETED'
  RETURNING id, contest_id, category_id, contestant_id, vote_count
),
ledger AS (
  INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes, amount_pesewas, payment_id, method,
    channel, recorded_at)
  SELECT id, 'COUNT', contest_id, category_id, contestant_id, vote_count, $6, $3, $4, $5, $2 FROM vote
),
receipt AS (
  INSERT INTO receipts (vote_id, code, created_at) SELECT id, $9, $2 FROM vote
)
INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas, hour, method, channel,
  phone_digests, email_digests, created_at)
SELECT contest_id, category_id, contestant_id, vote_count, 1, $6, date_trunc('hour', $2::timestamptz, 'UTC'), $4, $5, $7, $8, $2
FROM vote
RETURNING id
