-- name: lock-payments
-- First lock of settlement: the attempts.
--
-- Input   $1 references.
-- Locks   the payment rows until commit, in the order of their ids. Always before the votes' rows, never after them.
-- Returns the payments; none for a reference we do not know.
SELECT id, vote_id, contest_id, reference, method, channel, flow, state, amount_pesewas, currency,
  provider_amount_pesewas, provider_currency, returned_pesewas, created_at, flow = 'CHARGE' AND charge_url IS NULL AS is_prompt, cancelled_at, watch_until,
  paid_at, settled_at
FROM payments WHERE reference = ANY($1::text[])
ORDER BY id
FOR UPDATE

-- name: lock-votes
-- Second lock of settlement: the votes. Two attempts for one vote queue up here.
--
-- Input   $1 votes.
-- Locks   the vote rows until commit, in the order of their ids.
-- Returns the votes; none for one that was erased.
SELECT id, contest_id, contestant_id, category_id, vote_count, status, voter_phone, voter_email, created_at
FROM votes WHERE id = ANY($1::uuid[])
ORDER BY id
FOR UPDATE

-- name: settlement-facts
-- What else settlement decides by. A statement of its own, after the locks, because it must see what the transaction that held
-- them before has committed: inside the locking statements a subquery would still look at the older state.
--
-- Input   arrays of equal length, one element per attempt: $1 vote, $2 payment, $3 the provider's transaction id (null when
--         unknown), $4 contest, $5 category, $6 contestant. $7 now.
-- Locks   contestants FOR KEY SHARE, in id order, until commit: none is archived between this and the ledger row that follows. Contests that
--         have ended FOR SHARE: none becomes final between this and what is counted.
-- Returns one row per attempt, in the order of the arrays.
WITH ended AS MATERIALIZED (
  SELECT id, results_final_at FROM contests
  WHERE id = ANY($4::uuid[]) AND coalesce(ended_at, end_date) <= $7 ORDER BY id FOR SHARE
),
nominees AS MATERIALIZED (
  SELECT id, archived_at FROM contestants WHERE id = ANY($6::uuid[]) ORDER BY id FOR KEY SHARE
)
SELECT
  EXISTS (SELECT FROM vote_ledger l WHERE l.vote_id = q.vote_id AND l.kind = 'COUNT') AS "voteCounted",
  EXISTS (SELECT FROM payments o WHERE o.provider_transaction_id = q.transaction_id AND o.id <> q.payment_id) AS "transactionTaken",
  coalesce(c.ended_at, c.end_date) AS "contestEnd",
  coalesce(c.archived_at IS NOT NULL, true)
    OR NOT EXISTS (SELECT FROM categories k WHERE k.id = q.category_id AND k.archived_at IS NULL)
    OR NOT EXISTS (SELECT FROM nominees p WHERE p.id = q.contestant_id AND p.archived_at IS NULL)
    OR c.id IS NULL AS archived,
  e.results_final_at IS NOT NULL AS "resultsFinal"
FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::uuid[], $5::uuid[], $6::uuid[]) WITH ORDINALITY
  AS q (vote_id, payment_id, transaction_id, contest_id, category_id, contestant_id, place)
LEFT JOIN contests c ON c.id = q.contest_id
LEFT JOIN ended e ON e.id = q.contest_id
ORDER BY q.place

-- name: update-payments
-- Write down what proofs say about attempts, and the transitions they caused.
--
-- Input   $1 now; arrays of equal length, one element per attempt: $2 payment, $3 state before, $4 state after, $5 source,
--         $6 detail (JSON; null: nothing worth an event), $7 provider's status, $8 its message, $9 its transaction id, $10 channel,
--         $11 fees, $12 amount taken, $13 currency taken, $14 paid at, $15 next check, $16 when the provider's refunds are to be
--         read, $17 the platform's part, $18 the host's part and $19 the subaccount by the provider. Null in $7 to $14 and from $16 on leaves
--         what is known.
-- Locks   the payment rows are locked by the caller.
-- Writes  the payments; one event for each detail given.
WITH proofs AS (
  SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::text[],
    $11::bigint[], $12::bigint[], $13::text[], $14::timestamptz[], $15::timestamptz[], $16::timestamptz[], $17::bigint[], $18::bigint[], $19::text[])
    AS n (payment_id, before, after, source, detail, status, message, transaction_id, channel, fees, amount, currency, paid_at, next_check_at,
      returns_check_at, platform, host, subaccount)
),
updated AS (
  UPDATE payments p SET
    state = n.after,
    provider_status = coalesce(n.status, p.provider_status),
    provider_message = coalesce(n.message, p.provider_message),
    provider_transaction_id = coalesce(p.provider_transaction_id, n.transaction_id),
    channel = coalesce(n.channel, p.channel),
    fees_pesewas = coalesce(n.fees, p.fees_pesewas),
    provider_amount_pesewas = coalesce(n.amount, p.provider_amount_pesewas),
    provider_currency = coalesce(n.currency, p.provider_currency),
    paid_at = coalesce(p.paid_at, n.paid_at),
    told_platform_pesewas = coalesce(n.platform, p.told_platform_pesewas),
    told_host_pesewas = coalesce(n.host, p.told_host_pesewas),
    told_subaccount = coalesce(n.subaccount, p.told_subaccount),
    settled_at = CASE WHEN n.before <> n.after THEN $1::timestamptz ELSE p.settled_at END,
    next_check_at = n.next_check_at,
    returns_check_at = coalesce(n.returns_check_at, p.returns_check_at),
    updated_at = $1
  FROM proofs n
  WHERE p.id = n.payment_id
  RETURNING p.id
)
INSERT INTO payment_events (payment_id, from_state, to_state, source, detail, at)
SELECT n.payment_id, n.before, n.after, n.source, n.detail::jsonb, $1
FROM proofs n JOIN updated u ON u.id = n.payment_id
WHERE n.detail IS NOT NULL

-- name: count-votes
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

-- name: follow-payments
-- A vote that is not counted follows its attempts: PENDING while one of them may still succeed, else FAILED.
--
-- Input   $1 vote, $2 states that are shown as PENDING.
-- Locks   the vote row (locked by the caller in settlement; in initialize this statement takes it last).
UPDATE votes SET status = CASE
    WHEN EXISTS (SELECT FROM payments WHERE vote_id = $1 AND state = ANY($2::text[])) THEN 'PENDING' ELSE 'FAILED' END
WHERE id = $1 AND status <> 'COMPLETED'
