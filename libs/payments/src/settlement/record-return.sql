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
