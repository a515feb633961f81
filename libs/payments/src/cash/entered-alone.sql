-- What was entered by hand in a contest, counts now, and was confirmed by no second person.
--
-- Input   $1 contest, $2 beginning of the day, $3 idempotency key of the entry that is asked about.
-- Locks   none; the caller holds the lock of decisions about the contest.
-- Returns one row: cash of the day (pesewas), free votes of the whole contest, all votes of the contest by the last drain, and whether an
--         entry or vote with the key exists.
SELECT coalesce(sum(v.amount_pesewas) FILTER (WHERE v.created_at >= $2), 0)::bigint AS pesewas,
  coalesce(sum(v.vote_count) FILTER (WHERE v.amount_pesewas = 0), 0)::bigint AS votes,
  coalesce((SELECT t.votes FROM contest_tallies t WHERE t.contest_id = $1), 0)::bigint AS counted,
  EXISTS (SELECT FROM votes o WHERE o.idempotency_key = $3) OR EXISTS (SELECT FROM cash_entries o WHERE o.idempotency_key = $3) AS known
FROM votes v
WHERE v.contest_id = $1 AND v.source = 'MANUAL' AND v.status = 'COMPLETED'
  AND NOT EXISTS (SELECT FROM cash_entries e WHERE e.id = v.id)
