-- name: count-waiting-payments
-- How many votes of an ended contest wait for the end of their payment: the public is told until results are final.
--
-- Input   $1 contest, $2 from when on nothing can be paid in time, $3 attempts begun before are on pages that have expired.
-- Locks   the contest row for the moment of the statement, only when the number has changed.
-- Writes  contests.payments_waiting.
UPDATE contests c SET payments_waiting = w.waiting
FROM (
  SELECT count(DISTINCT p.vote_id)::int AS waiting
  FROM contests k
  JOIN payments p ON p.contest_id = k.id AND p.method = 'PAYSTACK'
    AND (p.state = 'REVIEW'
      OR p.state IN ('CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED')
        AND p.created_at > $3 AND greatest(p.checked_at, k.payments_listed_at, '-infinity') < $2)
  JOIN votes v ON v.id = p.vote_id AND v.status <> 'COMPLETED'
  WHERE k.id = $1
) w
WHERE c.id = $1 AND c.payments_waiting IS DISTINCT FROM w.waiting

-- name: finish-results
-- Call a contest's results final when nothing is left that could still be counted and the public log has everything up to the end, or when its time to be decided is over.
--
-- Input   $1 contest, $2 now, $3 from when on nothing can be paid in time, $4 attempts begun before are on pages that have expired, $5 whether
--         what is undecided counts no more.
-- Locks   the contest row is locked by the caller, by a statement before: what was counted under a share of that lock is seen here.
-- Returns one row when the results have become final now.
UPDATE contests c SET results_final_at = $2
WHERE c.id = $1 AND c.status = 'ENDED' AND c.results_final_at IS NULL
  AND NOT EXISTS (SELECT FROM tally_outbox o WHERE o.contest_id = c.id)
  AND ($5
    OR NOT EXISTS (SELECT FROM log_trees g WHERE g.contest_id = c.id AND g.logged_end IS DISTINCT FROM coalesce(c.ended_at, c.end_date))
      AND NOT EXISTS (SELECT FROM held_votes h WHERE h.contest_id = c.id AND h.decision IS NULL)
      AND NOT EXISTS (
        SELECT FROM payments p
        WHERE p.contest_id = c.id AND p.state NOT IN ('COMPLETED', 'DISPUTED') AND p.method = 'PAYSTACK'
          AND (p.state = 'REVIEW'
            OR p.state IN ('CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED', 'FAILED', 'EXPIRED')
              AND p.created_at > $4 AND greatest(p.checked_at, c.payments_listed_at, '-infinity') < $3)))
RETURNING c.id

-- name: oldest-end-to-list
-- Which ended contest of those whose results wait for the provider's list has ended first.
--
-- Input   $1 now, $2 seconds after an end in which a payment may still be made in time, $3 seconds before an end in which an attempt was begun
--         that could be paid in time.
-- Returns one row with the end; null: none waits.
SELECT min(e.at) AS at
FROM contests c, LATERAL (SELECT coalesce(c.ended_at, c.end_date) AS at) e
WHERE c.status = 'ENDED' AND c.results_final_at IS NULL AND e.at + make_interval(secs => $2) <= $1
  AND coalesce(c.payments_listed_at, '-infinity') < e.at + make_interval(secs => $2)
  AND EXISTS (
    SELECT FROM payments p
    WHERE p.contest_id = c.id AND p.state NOT IN ('COMPLETED', 'DISPUTED') AND p.method = 'PAYSTACK'
      AND p.created_at > e.at - make_interval(secs => $3))

-- name: note-listed
-- Note for the ended contests that a whole reading of the provider's list covers that it was read.
--
-- Input   $1 when the reading began, $2 and $3 as `oldest-end-to-list`, $4 transactions begun before are not in it.
-- Locks   the contests' rows in the order of their ids, which is that of votes.
UPDATE contests c SET payments_listed_at = $1
FROM (
  SELECT id FROM contests, LATERAL (SELECT coalesce(ended_at, end_date) AS at) e
  WHERE status = 'ENDED' AND results_final_at IS NULL AND e.at + make_interval(secs => $2) <= $1
    AND coalesce(payments_listed_at, '-infinity') < e.at + make_interval(secs => $2) AND e.at - make_interval(secs => $3) >= $4
  ORDER BY id FOR NO KEY UPDATE OF contests
) w
WHERE c.id = w.id

-- name: undecided-after-final
-- Held payments that differ from what was asked and were not decided in time: their money goes back (ADR 61). Money on another account, or of
-- another payment, is left to a person.
--
-- Input   $1 contests that ended before, $2 most rows.
-- Returns references.
SELECT p.reference FROM payments p JOIN contests c ON c.id = p.contest_id
WHERE p.state = 'REVIEW' AND p.method = 'PAYSTACK' AND p.state NOT IN ('COMPLETED', 'DISPUTED')
  AND c.results_final_at IS NOT NULL AND coalesce(c.ended_at, c.end_date) <= $1
  AND (p.provider_amount_pesewas <> p.amount_pesewas OR p.provider_currency <> p.currency)
LIMIT $2
