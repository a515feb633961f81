-- Corrections that wait for a second person, oldest first.
--
-- Input   $1 most rows.
-- Locks   none.
-- Returns one row per correction.
SELECT k.id, k.payment_id, p.reference, coalesce(c.title, '') AS title, k.kind, k.amount_pesewas, k.reason, k.entered_by,
  trim(u.first_name || ' ' || u.last_name) AS name, k.entered_at
FROM payment_corrections k
JOIN payments p ON p.id = k.payment_id
LEFT JOIN contests c ON c.id = p.contest_id
LEFT JOIN users u ON u.id = k.entered_by
WHERE k.decision IS NULL
ORDER BY k.entered_at LIMIT $1
