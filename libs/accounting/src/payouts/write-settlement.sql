-- Write down a settlement as the provider tells it now, with its payments.
--
-- Input   $1 id of a new row, $2 the provider's id, $3 host and $4 subaccount (null: the platform's own), $5 status, $6 amount, $7 deductions,
--         $8 the provider's day, $9 now, $10 references, $11 their parts.
-- Locks   the settlement's row until commit.
-- Returns its id.
WITH written AS (
  INSERT INTO settlements AS s (id, provider_id, host_id, subaccount_code, status, amount_pesewas, deductions_pesewas, settled_at, found_at,
    changed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
  ON CONFLICT (provider_id) DO UPDATE SET status = $5, amount_pesewas = $6, deductions_pesewas = $7, settled_at = $8, changed_at = $9
  RETURNING s.id
),
listed AS (
  -- A list that grew while its pages were read has a reference twice.
  SELECT DISTINCT ON (l.reference) l.reference, l.part FROM unnest($10::text[], $11::bigint[]) AS l (reference, part) ORDER BY l.reference
),
gone AS (
  DELETE FROM settlement_payments sp USING written w
  WHERE sp.settlement_id = w.id AND NOT EXISTS (SELECT FROM listed l WHERE l.reference = sp.reference)
),
added AS (
  INSERT INTO settlement_payments (settlement_id, reference, payment_id, amount_pesewas)
  SELECT w.id, l.reference, p.id, l.part
  FROM written w CROSS JOIN listed l LEFT JOIN payments p ON p.reference = l.reference
  ON CONFLICT (settlement_id, reference) DO UPDATE SET payment_id = EXCLUDED.payment_id, amount_pesewas = EXCLUDED.amount_pesewas
)
SELECT id FROM written
