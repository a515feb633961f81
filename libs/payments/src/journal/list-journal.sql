-- Entries of the journal in a span of time, the newest first.
--
-- Input   $1 from, $2 before, $3 skipped, $4 at most so many.
-- Locks   none.
-- Returns one row per entry with the number of all in the span.
SELECT j.payment_id, j.step, j.at, j.event, p.reference, h.name AS host, count(*) OVER ()::int AS total,
  to_jsonb(j) - '{payment_id,step,host_id,contest_id,event,at}'::text[] AS accounts
FROM journal j
JOIN payments p ON p.id = j.payment_id
JOIN hosts h ON h.id = j.host_id
WHERE j.at >= $1 AND j.at < $2
ORDER BY j.at DESC, j.payment_id DESC, j.step DESC
OFFSET $3 LIMIT $4
