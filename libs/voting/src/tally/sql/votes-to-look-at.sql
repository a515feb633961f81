-- Votes that have left the figures and whose voters may have left with them.
--
-- Input   $1 contest (null: any).
-- Locks   none.
-- Returns one row per archived contestant, reversed vote and quarantine, once everything of theirs is out of the tally outbox: a drain adds the
--         voters of what it takes.
SELECT u.contest_id, u.contestant_id, NULL::uuid AS vote_id, NULL::uuid AS quarantine_id
FROM uncounted_contestants u
WHERE u.voters_checked_at IS NULL AND ($1::uuid IS NULL OR u.contest_id = $1)
  AND NOT EXISTS (SELECT FROM tally_outbox o WHERE o.contest_id = u.contest_id AND o.contestant_id = u.contestant_id)
UNION ALL
SELECT r.contest_id, r.contestant_id, r.vote_id, NULL
FROM vote_ledger r JOIN vote_ledger c ON c.vote_id = r.vote_id AND c.kind = 'COUNT'
WHERE r.kind = 'REVERSAL' AND ($1::uuid IS NULL OR r.contest_id = $1)
  AND NOT EXISTS (SELECT FROM uncounted_votes u WHERE u.vote_id = r.vote_id)
  AND NOT EXISTS (
    SELECT FROM tally_outbox o
    WHERE o.contest_id = r.contest_id AND o.contestant_id = r.contestant_id AND o.created_at <= greatest(r.recorded_at, c.recorded_at))
UNION ALL
SELECT q.contest_id, NULL, NULL, q.id
FROM quarantines q
WHERE q.applied_at IS NOT NULL AND q.voters_checked_at IS NULL AND ($1::uuid IS NULL OR q.contest_id = $1)
  AND NOT EXISTS (SELECT FROM tally_outbox o WHERE o.contest_id = q.contest_id AND o.created_at <= q.applied_at)
LIMIT 1000
