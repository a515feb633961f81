-- What has been tried for a vote so far. A statement of its own, after the vote's lock (see settlement-facts.sql).
--
-- Input   $1 vote.
-- Locks   none.
-- Returns one row per attempt, newest first; `counted_before` repeats whether the vote was ever counted, also when it still counts.
SELECT reference, state, flow, authorization_url, created_at,
  EXISTS (SELECT FROM vote_ledger WHERE vote_id = $1 AND kind = 'COUNT') AS counted_before
FROM payments WHERE vote_id = $1
ORDER BY id DESC
