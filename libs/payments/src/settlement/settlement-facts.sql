-- What else settlement decides by. A statement of its own, after the locks, because it must see what the transaction that held
-- them before has committed: inside the locking statements a subquery would still look at the older state.
--
-- Input   arrays of equal length, one element per attempt: $1 vote, $2 payment, $3 the provider's transaction id (null when
--         unknown), $4 contest, $5 category, $6 contestant.
-- Locks   contestants FOR KEY SHARE, in id order, until commit: none is archived between this and the ledger row that follows.
-- Returns one row per attempt with its place in the arrays, from 1.
WITH nominees AS MATERIALIZED (
  SELECT id, archived_at FROM contestants WHERE id = ANY($6::uuid[]) ORDER BY id FOR KEY SHARE
)
SELECT
  q.place::int AS place,
  EXISTS (SELECT FROM vote_ledger l WHERE l.vote_id = q.vote_id AND l.kind = 'COUNT') AS vote_counted,
  EXISTS (SELECT FROM payments o WHERE o.provider_transaction_id = q.transaction_id AND o.id <> q.payment_id) AS transaction_taken,
  coalesce(c.ended_at, c.end_date) AS contest_end,
  coalesce(c.archived_at IS NOT NULL, true)
    OR NOT EXISTS (SELECT FROM categories k WHERE k.id = q.category_id AND k.archived_at IS NULL)
    OR NOT EXISTS (SELECT FROM nominees p WHERE p.id = q.contestant_id AND p.archived_at IS NULL)
    OR c.id IS NULL AS archived,
  c.results_final_at IS NOT NULL AS results_final
FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::uuid[], $5::uuid[], $6::uuid[]) WITH ORDINALITY
  AS q (vote_id, payment_id, transaction_id, contest_id, category_id, contestant_id, place)
LEFT JOIN contests c ON c.id = q.contest_id
