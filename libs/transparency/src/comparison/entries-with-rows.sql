-- A range of a contest's log, each entry with its row of the ledger.
--
-- Input   $1 contest, $2 first place, $3 most entries. Run at REPEATABLE READ.
-- Locks   none.
-- Returns the entries in the order of the log; the ledger's columns are null where the entry has no row in this contest's ledger.
SELECT e.leaf_index, e.entry, e.hash, e.vote_id, e.kind AS logged_kind, e.step, l.kind, l.method, l.contestant_id, l.votes, l.amount_pesewas, l.channel,
  ballots_are_secret(c) AS is_secret
FROM log_entries e
LEFT JOIN vote_ledger l ON l.vote_id = e.vote_id AND l.kind = e.kind AND l.step = e.step AND l.contest_id = e.contest_id
JOIN contests c ON c.id = e.contest_id
WHERE e.contest_id = $1 AND e.leaf_index >= $2 AND e.leaf_index < $2::bigint + $3::integer
ORDER BY e.leaf_index
