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
