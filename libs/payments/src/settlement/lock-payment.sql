-- First lock of settlement: the attempt.
--
-- Input   $1 reference.
-- Locks   the payment row until commit. Always before the vote's row, never after it.
-- Returns the payment, or no row for a reference we do not know.
SELECT id, vote_id, contest_id, reference, method, channel, flow, state, amount_pesewas, currency,
  provider_amount_pesewas, provider_currency, created_at, cancelled_at, watch_until
FROM payments WHERE reference = $1
FOR UPDATE
