-- Count paid votes.
--
-- Input   $1 now; arrays of equal length, one element per vote: $2 vote, $3 payment, $4 method, $5 channel, $6 amount (pesewas),
--         $7 phone digest (null without a phone), $8 e-mail digest (null without an e-mail), $9 receipt code.
-- Locks   the vote rows are locked by the caller.
-- Writes  the votes, their COUNT rows in the ledger, the receipts' codes, one row per contestant and channel in the tally outbox.
-- Returns the votes counted; one that is missing was counted before, which the caller has ruled out.
WITH paid AS (
  SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::bytea[], $8::bytea[], $9::text[])
    AS p (vote_id, payment_id, method, channel, amount, phone_digest, email_digest, code)
),
counted AS (
  UPDATE votes v SET status = 'COMPLETED', counted_at = $1
  FROM paid p
  WHERE v.id = p.vote_id AND v.status <> 'COMPLETED'
  RETURNING v.id, v.contest_id, v.category_id, v.contestant_id, v.vote_count, p.payment_id, p.method, p.channel, p.amount,
    p.phone_digest, p.email_digest, p.code
),
ledger AS (
  INSERT INTO vote_ledger (vote_id, kind, contest_id, category_id, contestant_id, votes, amount_pesewas, payment_id, method,
    channel, recorded_at)
  SELECT id, 'COUNT', contest_id, category_id, contestant_id, vote_count, amount, payment_id, method, channel, $1 FROM counted
),
receipt AS (
  INSERT INTO receipts (vote_id, code, created_at) SELECT id, code, $1 FROM counted
),
queued AS (
  INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas, hour, method, channel,
    phone_digests, email_digests, created_at)
  SELECT contest_id, category_id, contestant_id, sum(vote_count), count(*), sum(amount),
    date_trunc('hour', $1::timestamptz, 'UTC'), method, channel,
    coalesce(array_agg(phone_digest) FILTER (WHERE phone_digest IS NOT NULL), '{}'),
    coalesce(array_agg(email_digest) FILTER (WHERE email_digest IS NOT NULL), '{}'), $1
  FROM counted
  GROUP BY contest_id, category_id, contestant_id, method, channel
)
SELECT id FROM counted
