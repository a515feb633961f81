-- Take codes that are due by SMS and still valid. Before anything is handed over the row says so, and that is committed: a process that dies in
-- between leaves a row of which it is unknown whether it was taken. It is taken again: a code may come twice.
--
-- Input   $1 now, $2 such a row is taken again after this, $3 most rows.
-- Locks   the taken rows for the moment of the statement; rows that others hold are skipped.
-- Returns what is to be sent.
WITH due AS (
  SELECT id FROM phone_verifications
  WHERE status IN ('DUE', 'SENDING') AND next_attempt_at <= $1 AND expires_at > $1
  ORDER BY next_attempt_at LIMIT $3
  FOR UPDATE SKIP LOCKED
)
UPDATE phone_verifications v SET status = 'SENDING', attempts = attempts + 1, next_attempt_at = $2
FROM due WHERE v.id = due.id
RETURNING v.id, v.attempts, v.phone, v.contest_id
