-- Write down what a proof says about an attempt, and the transition it caused.
--
-- Input   $1 payment, $2 state before, $3 state after, $4 now, $5 source, $6 detail (jsonb, null: nothing worth an event),
--         $7 provider's status, $8 its message, $9 its transaction id, $10 channel, $11 fees, $12 amount taken, $13 currency taken,
--         $14 paid at, $15 next check. Null in $7 to $14 leaves what is known.
-- Locks   the payment row is locked by the caller.
-- Writes  the payment; one event when $6 is given.
WITH updated AS (
  UPDATE payments SET
    state = $3,
    provider_status = coalesce($7, provider_status),
    provider_message = coalesce($8, provider_message),
    provider_transaction_id = coalesce(provider_transaction_id, $9::bigint),
    channel = coalesce($10, channel),
    fees_pesewas = coalesce($11::bigint, fees_pesewas),
    provider_amount_pesewas = coalesce($12::bigint, provider_amount_pesewas),
    provider_currency = coalesce($13, provider_currency),
    paid_at = coalesce(paid_at, $14::timestamptz),
    settled_at = CASE WHEN $2::text <> $3 THEN $4::timestamptz ELSE settled_at END,
    next_check_at = $15::timestamptz,
    updated_at = $4
  WHERE id = $1
  RETURNING id
)
INSERT INTO payment_events (payment_id, from_state, to_state, source, detail, at)
SELECT id, $2, $3, $5, $6::jsonb, $4 FROM updated WHERE $6::jsonb IS NOT NULL
