-- What else settlement decides by. A statement of its own, after the locks, because it must see what the transaction that held
-- them before has committed: inside the locking statements a subquery would still look at the older state.
--
-- Input   $1 vote, $2 payment, $3 the provider's transaction id (null when unknown), $4 contest, $5 category, $6 contestant.
-- Locks   none.
-- Returns one row.
SELECT
  EXISTS (SELECT FROM vote_ledger WHERE vote_id = $1 AND kind = 'COUNT') AS vote_counted,
  EXISTS (SELECT FROM payments WHERE provider_transaction_id = $3::bigint AND id <> $2) AS transaction_taken,
  c.contest_end,
  coalesce(c.archived, true)
    OR NOT EXISTS (SELECT FROM categories k WHERE k.id = $5 AND k.archived_at IS NULL)
    OR NOT EXISTS (SELECT FROM contestants p WHERE p.id = $6 AND p.archived_at IS NULL) AS archived
FROM (VALUES (1)) AS one (row)
LEFT JOIN (
  SELECT coalesce(ended_at, end_date) AS contest_end, archived_at IS NOT NULL AS archived FROM contests WHERE id = $4
) c ON true
