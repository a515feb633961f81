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
