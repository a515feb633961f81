-- Entries of cash that needed a second person, newest first, of contests that were not deleted.
--
-- Input   $1 owner of the contests (null: all), $2 contest (null: all), $3 state WAITING, CONFIRMED or REJECTED, $4 rows to skip,
--         $5 rows to take.
-- Returns the rows, named as CashEntryView, each with the number of all that fit.
SELECT e.id, e.contest_id AS "contestId", jsonb_build_object('title', c.title) AS contest, jsonb_build_object('name', p.name) AS contestant,
  jsonb_build_object('name', k.name) AS category, e.votes * e.multiplier AS "voteCount",
  coalesce(e.amount_pesewas, e.votes * e.price_pesewas) AS "amountPesewas", e.reason, coalesce(e.decision, 'WAITING') AS state,
  jsonb_build_object('id', e.entered_by, 'name', coalesce(trim(u.first_name || ' ' || u.last_name), '')) AS "enteredBy",
  e.entered_at AS "enteredAt",
  CASE WHEN e.decided_by IS NOT NULL THEN
    jsonb_build_object('id', e.decided_by, 'name', coalesce(trim(d.first_name || ' ' || d.last_name), '')) END AS "decidedBy",
  e.decided_at AS "decidedAt", e.decision_reason AS "decisionReason", count(*) OVER () AS total
FROM cash_entries e
JOIN contests c ON c.id = e.contest_id AND c.archived_at IS NULL
JOIN contestants p ON p.id = e.contestant_id
JOIN categories k ON k.id = e.category_id
LEFT JOIN users u ON u.id = e.entered_by
LEFT JOIN users d ON d.id = e.decided_by
WHERE ($1::uuid IS NULL OR c.user_id = $1) AND ($2::uuid IS NULL OR e.contest_id = $2)
  AND e.decision IS NOT DISTINCT FROM nullif($3, 'WAITING')
ORDER BY e.id DESC
OFFSET $4 LIMIT $5
