-- Corrections that wait for a second person, newest first.
--
-- Input   $1 rows to skip, $2 rows to take.
-- Locks   none.
-- Returns one row per correction with the number of all, with what was taken for the payment, what has gone back of it so far, the votes that were cast and
--         those that count now.
SELECT k.id, k.payment_id AS "paymentId", p.reference, jsonb_build_object('title', coalesce(c.title, '')) AS contest,
  jsonb_build_object('name', coalesce(n.name, '')) AS contestant, k.kind, k.amount_pesewas AS "amountPesewas", k.reason,
  jsonb_build_object('id', k.entered_by, 'name', coalesce(trim(u.first_name || ' ' || u.last_name), '')) AS "enteredBy",
  k.entered_at AS "enteredAt",
  jsonb_build_object('cast', v.vote_count, 'counted', now.counted_votes,
    'taken', coalesce(p.provider_amount_pesewas, p.amount_pesewas), 'returned', p.returned_pesewas) AS votes,
  count(*) OVER ()::int AS total
FROM payment_corrections k
JOIN payments p ON p.id = k.payment_id
JOIN votes v ON v.id = p.vote_id
/* counted now */
LEFT JOIN contests c ON c.id = p.contest_id
LEFT JOIN contestants n ON n.id = v.contestant_id
LEFT JOIN users u ON u.id = k.entered_by
WHERE k.decision IS NULL
ORDER BY k.entered_at DESC, k.id DESC OFFSET $1 LIMIT $2
