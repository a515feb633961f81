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
