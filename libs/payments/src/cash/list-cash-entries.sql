-- Entries of cash that needed a second person, newest first, of contests that were not deleted.
--
-- Input   $1 owner of the contests (null: all), $2 contest (null: all), $3 state WAITING, CONFIRMED or REJECTED, $4 rows to skip,
--         $5 rows to take.
-- Returns the rows, each with the number of all that fit.
SELECT e.id, e.contest_id, c.title, p.name AS contestant, k.name AS category, e.votes * e.multiplier AS votes,
  coalesce(e.amount_pesewas, e.votes * e.price_pesewas) AS amount_pesewas, e.reason, e.decision,
  e.entered_by, trim(u.first_name || ' ' || u.last_name) AS entered_by_name, e.entered_at,
  e.decided_by, trim(d.first_name || ' ' || d.last_name) AS decided_by_name, e.decided_at, e.decision_reason,
  count(*) OVER () AS total
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
