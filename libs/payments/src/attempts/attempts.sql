-- name: lock-vote-to-pay
-- Before a payment is begun: the vote, and whether it may still be paid.
--
-- Input   $1 vote, $2 now.
-- Locks   the vote row until commit, so that two requests for one vote do not both begin a payment. No payment row is locked
--         here: settlement locks payment before vote, and this order would be the other way round.
-- Returns the vote with what it is for, the terms of its host (policy and account in force), its contest's end, and whether it can be paid no more (deleted, or the host is inactive);
--         or no row.
SELECT v.id, v.contest_id, v.amount_pesewas, v.status, v.voter_name, v.voter_email, v.voter_phone, v.created_at,
  v.vote_count, c.title AS contest_title, p.name AS contestant_name,
  coalesce(c.ended_at, c.end_date) AS contest_end,
  h.id AS host_id, a.subaccount_code,
  CASE WHEN f.version IS NOT NULL THEN jsonb_build_object('version', f.version, 'basisPoints', f.basis_points,
    'fixedPesewas', f.fixed_pesewas, 'minimumPesewas', f.minimum_pesewas, 'bearer', f.bearer) END AS policy,
  c.archived_at IS NOT NULL OR p.archived_at IS NOT NULL OR k.archived_at IS NOT NULL OR NOT h.is_active AS closed
FROM votes v
JOIN contests c ON c.id = v.contest_id
JOIN hosts h ON h.id = c.host_id
JOIN categories k ON k.id = v.category_id
JOIN contestants p ON p.id = v.contestant_id
LEFT JOIN LATERAL (SELECT * FROM fee_policies WHERE host_id = h.id ORDER BY version DESC LIMIT 1) f ON true
LEFT JOIN LATERAL (
  SELECT subaccount_code FROM settlement_accounts
  WHERE host_id = h.id AND decision = 'APPROVED' AND effective_at <= $2 ORDER BY effective_at DESC LIMIT 1) a ON true
WHERE v.id = $1
FOR UPDATE OF v

-- name: attempts-of-vote
-- What has been tried for a vote so far. A statement of its own, after the vote's lock (see settlement-facts in settlement/settle.sql).
--
-- Input   $1 vote.
-- Locks   none.
-- Returns one row per attempt, newest first; `countedBefore` repeats whether the vote was ever counted, also when it still counts.
SELECT reference, state, flow, authorization_url AS "authorizationUrl", created_at AS "createdAt",
  EXISTS (SELECT FROM vote_ledger WHERE vote_id = $1 AND kind = 'COUNT') AS "countedBefore"
FROM payments WHERE vote_id = $1
ORDER BY id DESC

-- name: open-payment
-- Whether a phone may still pay for another vote of a contest: on a page or by a prompt that is open.
--
-- Input   $1 contest, $2 phone (E.164), $3 the vote that is to be paid, $4 pages begun before have expired, $5 prompts begun before are gone.
-- Locks   none.
-- Returns one row when there is one; nothing that was cancelled is open.
SELECT reference FROM payments
WHERE contest_id = $1 AND phone_number = $2 AND vote_id <> $3 AND cancelled_at IS NULL
  AND state IN ('CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING')
  AND created_at > CASE flow WHEN 'CHARGE' THEN $5::timestamptz ELSE $4::timestamptz END
LIMIT 1

-- name: insert-attempt
-- A new attempt, written before the provider is called: whatever happens to the call, its reference is known to us.
--
-- Input   $1 id, $2 vote, $3 contest, $4 reference, $5 method, $6 flow, $7 amount (pesewas), $8 phone, $9 network, $10 now,
--         $11 first check, $12 end of the watch, $13 source, $14 actor, $15 reason, $16 channel,
--         $17 host, $18 version of its fee policy, $19 who pays the provider's fee, $20 what the main account takes, $21 subaccount (null
--         in $17 to $21: nothing of it holds).
-- Locks   the vote row is locked by the caller.
-- Writes  the payment, its first event; a vote that had failed waits again.
WITH attempt AS (
  INSERT INTO payments (id, vote_id, contest_id, reference, method, flow, state, amount_pesewas, currency, phone_number, network,
    next_check_at, watch_until, actor_user_id, reason, channel, host_id, fee_policy_version, fee_bearer, charge_pesewas, subaccount_code,
    created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, 'CREATED', $7, 'GHS', $8, $9, $11, $12, $14, $15, $16, $17, $18, $19, $20, $21, $10, $10)
  RETURNING id, vote_id
),
waiting AS (
  UPDATE votes SET status = 'PENDING' FROM attempt WHERE votes.id = attempt.vote_id AND votes.status = 'FAILED'
)
INSERT INTO payment_events (payment_id, from_state, to_state, source, at)
SELECT id, NULL, 'CREATED', $13, $10 FROM attempt

-- name: supersede-attempts
-- Attempts whose beginning has an unknown result are replaced by a newer one; they stay settleable and watched.
-- Run outside of the transaction that locks the vote (see lock-vote-to-pay).
--
-- Input   $1 vote, $2 the newer attempt's reference, $3 now, $4 created before (orphans of a crash).
-- Locks   the payment rows it changes.
WITH replaced AS (
  UPDATE payments SET state = 'SUPERSEDED', updated_at = $3
  WHERE vote_id = $1 AND reference <> $2 AND flow = 'CHECKOUT'
    AND (state = 'INIT_UNKNOWN' OR (state = 'CREATED' AND created_at < $4))
  RETURNING id
)
INSERT INTO payment_events (payment_id, from_state, to_state, source, detail, at)
SELECT id, NULL, 'SUPERSEDED', 'initialize', jsonb_build_object('by', $2::text), $3 FROM replaced

-- name: record-begun
-- What became of the call that begins an attempt. A webhook may have been faster: then the state has moved on and stays.
--
-- Input   $1 payment, $2 new state, $3 now, $4 source, $5 address, $6 access code, $7 provider's message, $8 next check,
--         $9 status of a direct charge, $10 what it asks for, $11 the page it leads to.
-- Locks   the payment row.
-- Writes  the payment and one event.
-- Returns one row when the state was changed.
WITH updated AS (
  UPDATE payments SET state = $2, authorization_url = $5, access_code = $6, provider_message = coalesce($7, provider_message),
    charge_status = $9, charge_text = $10, charge_url = $11, next_check_at = $8::timestamptz, updated_at = $3
  WHERE id = $1 AND state = 'CREATED'
  RETURNING id, vote_id
),
event AS (
  INSERT INTO payment_events (payment_id, from_state, to_state, source, at)
  SELECT id, 'CREATED', $2, $4, $3 FROM updated
)
SELECT vote_id FROM updated
