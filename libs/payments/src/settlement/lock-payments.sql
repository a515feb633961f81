-- First lock of settlement: the attempts.
--
-- Input   $1 references.
-- Locks   the payment rows until commit, in the order of their ids. Always before the votes' rows, never after them.
-- Returns the payments; none for a reference we do not know.
SELECT id, vote_id, contest_id, reference, method, channel, flow, state, amount_pesewas, currency,
  provider_amount_pesewas, provider_currency, returned_pesewas, created_at, cancelled_at, watch_until,
  paid_at, settled_at
FROM payments WHERE reference = ANY($1::text[])
ORDER BY id
FOR UPDATE
