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
