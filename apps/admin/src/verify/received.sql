-- What one contest has received for free for contestants that are not archived, counted vote by vote: what the intake figures must add
-- up to. Votes that were taken back, and those that a correction of a final result added (MANUAL without money), are in neither.
--
-- Input   $1 contest. Run at REPEATABLE READ.
-- Locks   none.
-- Returns one row: transactions and votes.
SELECT count(*) AS transactions, coalesce(sum(v.vote_count), 0)::bigint AS votes
FROM votes v JOIN visible_contestants p ON p.id = v.contestant_id
WHERE v.contest_id = $1 AND v.price_pesewas = 0
  AND NOT EXISTS (SELECT FROM vote_ledger r WHERE r.vote_id = v.id AND (r.kind = 'REVERSAL' OR r.method = 'MANUAL'))
  AND coalesce((SELECT sum(q.votes) FROM vote_ledger q WHERE q.vote_id = v.id AND q.kind = 'QUARANTINE'), 0) = 0
