-- name: count-waiting-payments
-- How many votes of an ended contest wait for the end of their payment: the public is told until results are final.
--
-- Input   $1 contest, $2 the end of the grace, $3 attempts begun before can be paid no more.
-- Locks   the contest row for the moment of the statement, only when the number has changed.
-- Writes  contests.payments_waiting.
UPDATE contests c SET payments_waiting = w.waiting
FROM (
  SELECT count(DISTINCT p.vote_id)::int AS waiting
  FROM payments p JOIN votes v ON v.id = p.vote_id AND v.status <> 'COMPLETED'
  WHERE p.contest_id = $1 AND p.method = 'PAYSTACK'
    AND (p.state = 'REVIEW'
      OR p.state IN ('CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED')
        AND p.created_at > $3 AND coalesce(p.checked_at, '-infinity') < $2)
) w
WHERE c.id = $1 AND c.payments_waiting IS DISTINCT FROM w.waiting

-- name: finish-results
-- Call a contest's results final when nothing is left that could still be counted.
--
-- Input   $1 contest, $2 now, $3 the end of the grace, $4 attempts begun before can be paid no more.
-- Locks   the contest row for the moment of the statement.
-- Returns one row when the results have become final now.
UPDATE contests c SET results_final_at = $2
WHERE c.id = $1 AND c.status = 'ENDED' AND c.results_final_at IS NULL
  AND NOT EXISTS (SELECT FROM tally_outbox o WHERE o.contest_id = c.id)
  AND NOT EXISTS (
    SELECT FROM payments p
    WHERE p.contest_id = c.id AND p.state NOT IN ('COMPLETED', 'DISPUTED') AND p.method = 'PAYSTACK'
      AND (p.state = 'REVIEW'
        OR p.state IN ('CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED', 'FAILED', 'EXPIRED')
          AND p.created_at > $4 AND coalesce(p.checked_at, '-infinity') < $3))
RETURNING c.id
