-- Entries of the journal in a span of time, the newest first.
--
-- Input   $1 from, $2 before, $3 skipped, $4 at most so many.
-- Locks   none.
-- Returns one row per entry with the number of all in the span.
SELECT coalesce(j.payment_id, j.settlement_id) AS subject, j.step, j.at, j.event, coalesce(p.reference, s.provider_id) AS reference,
  h.name AS host, count(*) OVER ()::int AS total,
  to_jsonb(j) - '{payment_id,settlement_id,step,host_id,contest_id,event,at}'::text[] AS accounts
FROM journal j
LEFT JOIN payments p ON p.id = j.payment_id
LEFT JOIN settlements s ON s.id = j.settlement_id
LEFT JOIN hosts h ON h.id = j.host_id
WHERE j.at >= $1 AND j.at < $2
ORDER BY j.at DESC, subject DESC, j.step DESC
OFFSET $3 LIMIT $4
