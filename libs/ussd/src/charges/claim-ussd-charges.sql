-- Take prompts that are due. A process that dies over one leaves it due again after a while; beginning a charge twice gives the same one.
--
-- Input   $1 now, $2 a row taken now is due again then, $3 most rows.
-- Locks   the taken rows for the moment of the statement; rows that others hold are skipped.
-- Returns what a charge is begun with; `phone` is null when it was erased.
WITH due AS (
  SELECT vote_id FROM ussd_charges
  WHERE status = 'DUE' AND next_attempt_at <= $1
  ORDER BY next_attempt_at LIMIT $3
  FOR UPDATE SKIP LOCKED
),
taken AS (
  UPDATE ussd_charges c SET attempts = attempts + 1, next_attempt_at = $2
  FROM due WHERE c.vote_id = due.vote_id
  RETURNING c.vote_id, c.attempts, c.network, c.created_at
)
SELECT t.vote_id AS "voteId", t.attempts, t.network, t.created_at AS "orderedAt", v.voter_phone AS phone
FROM taken t JOIN votes v ON v.id = t.vote_id
