-- Take receipts that are due by SMS. Before anything is handed over the row says so, and that is committed: a process that dies in
-- between leaves a row of which it is unknown whether it was taken.
--
-- Input   $1 now, $2 such a row is judged after this, $3 most rows.
-- Locks   the taken rows for the moment of the statement; rows that others hold are skipped.
-- Returns what is to be sent; `phone` is null when it was erased.
WITH due AS (
  SELECT vote_id FROM sms_outbox
  WHERE status = 'DUE' AND next_attempt_at <= $1
  ORDER BY next_attempt_at LIMIT $3
  FOR UPDATE SKIP LOCKED
),
taken AS (
  UPDATE sms_outbox o SET status = 'SENDING', attempts = attempts + 1, next_attempt_at = $2
  FROM due WHERE o.vote_id = due.vote_id
  RETURNING o.vote_id, o.attempts
)
SELECT t.vote_id, t.attempts, v.contest_id, v.voter_phone AS phone, v.vote_count AS votes, v.amount_pesewas, r.code, coalesce(p.name, '') AS contestant
FROM taken t
JOIN votes v ON v.id = t.vote_id
LEFT JOIN receipts r ON r.vote_id = t.vote_id
LEFT JOIN contestants p ON p.id = v.contestant_id
