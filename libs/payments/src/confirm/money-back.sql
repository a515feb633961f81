-- name: take-back-part
-- Take back the votes of a counted payment for the part of its money that has gone back (ADR 13): a correction is a new, negative row.
--
-- Input   $1 vote, $2 now, $3 payment, $4 what was taken, $5 what has gone back of it so far (less than $4, unless votes stay), $6 whether the
--         votes stay because the result is closed: then the row takes back money only.
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
  SELECT c.vote_id, 'PARTIAL', b.steps + 1, c.contest_id, c.category_id, c.contestant_id,
    CASE WHEN $6 THEN 0 ELSE -(c.votes_back + b.votes) END, -(c.amount_back + b.amount), $3, c.method, c.channel, $2
  FROM counted c, before b
  WHERE NOT $6 AND c.votes_back + b.votes > 0 OR c.amount_back + b.amount > 0
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

-- name: record-return
-- Write down one return of a payment's money.
--
-- Input   $1 id, $2 payment, $3 source, $4 the source's id (null for an unnamed one), $5 our refund (null for others), $6 amount,
--         $7 currency, $8 now.
-- Locks   the payment row is locked by the caller, who knows that this return is not written down.
-- Writes  the return and the payment's running sum.
-- Returns the new sum.
WITH written AS (
  INSERT INTO money_returns (id, payment_id, source, source_id, refund_id, amount_pesewas, currency, recorded_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
)
UPDATE payments SET returned_pesewas = returned_pesewas + $6 WHERE id = $2 RETURNING returned_pesewas

-- name: order-refund
-- Note that a payment's money is to go back. One row per payment, whatever happens: keyed by it, so that no two updates
-- can order it twice. Ordering again is only possible for one that the provider could not carry out, and for what is left after one that
-- went through.
--
-- Input   $1 id, $2 payment, $3 amount that is left, $4 currency, $5 cause, $6 actor, $7 reason, $8 now, $9 whether the earlier one went
--         through.
-- Locks   the payment row is locked by the caller.
INSERT INTO refunds (id, payment_id, amount_pesewas, currency, cause, status, actor_user_id, reason, next_attempt_at, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, 'DUE', $6, $7, $8, $8, $8)
ON CONFLICT (payment_id) DO UPDATE SET status = 'DUE', amount_pesewas = $3, next_attempt_at = $8, provider_refund_id = NULL, attempts = 0,
    sent_at = NULL,
    actor_user_id = coalesce($6, refunds.actor_user_id), reason = coalesce($7, refunds.reason), updated_at = $8
  WHERE refunds.status = 'ATTENTION' OR $9 AND refunds.status IN ('SENT', 'ACCEPTED')

-- name: insert-payer-message
-- Note what a payer is to be told, in the transaction that settles it.
--
-- Input   $1 id, $2 payment, $3 event, $4 which of several of the kind, $5 amount (pesewas), $6 its currency, $7 now.
-- Locks   the payment's row is locked by the caller.
-- Writes  the message, due by SMS when a number is known.
-- Returns as many rows as were written: none when the payer was told of this event before.
INSERT INTO payer_messages (id, payment_id, event, event_id, amount_pesewas, currency, status, next_attempt_at, created_at)
SELECT $1, p.id, $3, $4, $5, $6, CASE WHEN known.phone IS NULL THEN 'GIVEN_UP' ELSE 'DUE' END,
  CASE WHEN known.phone IS NULL THEN NULL ELSE $7::timestamptz END, $7
FROM payments p
JOIN votes v ON v.id = p.vote_id
CROSS JOIN LATERAL (SELECT coalesce(p.phone_number, v.voter_phone) AS phone) known
WHERE p.id = $2
ON CONFLICT (payment_id, event, event_id) DO NOTHING
RETURNING id
