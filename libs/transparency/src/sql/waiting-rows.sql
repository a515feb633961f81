-- Rows of a contest's ledger that are not in its log, in the order of the ledger's key. Between the end and the final results only those of
-- before the end: the public counts are those of the end as well (ADR 79).
--
-- Input   $1 contest, $2 vote, $3 kind, $4 step: the row to begin after; $5 most rows.
-- Locks   none; the log's row is locked by the caller, so that no other worker appends what is read here.
-- Returns the rows with what their commitments are made of; when and where the vote was cast; whether nothing is asked of its voters; of a row of a
--         quarantine the index of the entry of the step before, when it is logged; the salt when the vote has one; whether the voter was erased: the
--         whole contest's, or this vote's, which leaves no digest of the request.
SELECT l.vote_id, l.kind, l.step, l.contestant_id, l.votes, l.amount_pesewas, l.method, l.channel, l.recorded_at,
  coalesce(v.created_at, l.recorded_at) AS cast_at, v.source, c.is_rehearsal,
  (SELECT e.leaf_index FROM log_entries e
    WHERE l.kind = 'QUARANTINE' AND e.vote_id = l.vote_id AND e.kind = l.kind AND e.step = l.step - 1) AS before_index,
  v.voter_phone, p.reference, s.salt, c.voters_erased_at IS NOT NULL OR coalesce(v.request_digest = '', false) AS is_erased
FROM vote_ledger l
JOIN contests c ON c.id = l.contest_id
LEFT JOIN votes v ON v.id = l.vote_id
LEFT JOIN payments p ON p.id = l.payment_id
LEFT JOIN log_salts s ON s.vote_id = l.vote_id
WHERE l.contest_id = $1 AND (l.vote_id, l.kind, l.step) > ($2::uuid, $3::text, $4::smallint)
  AND (l.recorded_at <= coalesce(c.ended_at, c.end_date) OR c.results_final_at IS NOT NULL)
  AND NOT EXISTS (SELECT FROM log_entries e WHERE e.vote_id = l.vote_id AND e.kind = l.kind AND e.step = l.step)
ORDER BY l.vote_id, l.kind, l.step
LIMIT $5
