-- Take receipts that are due by SMS. Before anything is handed over the row says so, and that is committed: a process that dies in
-- between leaves a row of which it is unknown whether it was taken. A receipt of votes whose money went back meanwhile, also in part, is ended:
-- it would no longer be right.
--
-- Input   $1 now, $2 such a row is judged after this, $3 most rows.
-- Locks   the taken rows for the moment of the statement; rows that others hold are skipped.
-- Returns what is to be sent, with votes and amount as they were counted; `phone` is null when it was erased.
WITH due AS (
  -- Not EXISTS, nor a join below: their plan may read the whole ledger where the server does not know how few rows are taken.
  SELECT o.vote_id, (SELECT true FROM vote_ledger l WHERE l.vote_id = o.vote_id AND l.kind <> 'COUNT' LIMIT 1) IS TRUE AS went_back
  FROM sms_outbox o
  WHERE o.status = 'DUE' AND o.next_attempt_at <= $1
  ORDER BY o.next_attempt_at LIMIT $3
  FOR UPDATE OF o SKIP LOCKED
),
ended AS (
  UPDATE sms_outbox o SET status = 'GIVEN_UP', next_attempt_at = NULL, last_error = 'money of the vote went back'
  FROM due WHERE o.vote_id = due.vote_id AND due.went_back
),
taken AS (
  UPDATE sms_outbox o SET status = 'SENDING', attempts = attempts + 1, next_attempt_at = $2
  FROM due WHERE o.vote_id = due.vote_id AND NOT due.went_back
  RETURNING o.vote_id, o.attempts
)
SELECT t.vote_id, t.attempts, v.contest_id, v.voter_phone AS phone, l.votes, l.amount_pesewas, r.code, coalesce(p.name, '') AS contestant
FROM taken t
JOIN votes v ON v.id = t.vote_id
CROSS JOIN LATERAL (
  SELECT votes, amount_pesewas FROM vote_ledger WHERE vote_id = t.vote_id AND kind = 'COUNT' LIMIT 1) l
LEFT JOIN receipts r ON r.vote_id = t.vote_id
LEFT JOIN contestants p ON p.id = v.contestant_id
