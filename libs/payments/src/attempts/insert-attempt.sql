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
