-- name: claim-check
-- Take the right to ask the provider about one attempt: one call per reference at a time in all processes, and an answer that
-- is a few seconds old is good enough.
--
-- Input   $1 reference, $2 now, $3 a call begun before this has died with its process, $4 an answer older than this is stale.
-- Locks   the payment row for the moment of the statement.
-- Returns one row with the right; none: another process is asking, has just asked, or there is nothing to ask.
UPDATE payments SET check_started_at = $2
WHERE reference = $1 AND method = 'PAYSTACK'
  AND (check_started_at IS NULL OR check_started_at < $3)
  AND (checked_at IS NULL OR checked_at < $4)
RETURNING id

-- name: claim-due-checks
-- Take the right to ask about attempts that are due (see claim-check), oldest first.
--
-- Input   $1 now, $2 a call begun before this has died with its process, $3 most rows, $4 an answer older than this is stale.
-- Locks   the taken rows for the moment of the statement; rows that others hold are skipped.
-- Returns references.
UPDATE payments SET check_started_at = $1
WHERE id = ANY(ARRAY(
  SELECT id FROM payments
  WHERE next_check_at <= $1 AND (check_started_at IS NULL OR check_started_at < $2) AND (checked_at IS NULL OR checked_at < $4)
  ORDER BY next_check_at LIMIT $3
  FOR UPDATE SKIP LOCKED))
RETURNING reference
