-- Take messages about refunds that are due by SMS. Before anything is handed over the row says so, and that is committed: a process that
-- dies in between leaves a row of which it is unknown whether it was taken.
--
-- Input   $1 now, $2 such a row is judged after this, $3 most rows.
-- Locks   the taken rows for the moment of the statement; rows that others hold are skipped.
-- Returns what is to be sent; `phone` is that of the payer, else of the voter, and null when it was erased.
WITH due AS (
  SELECT id FROM payer_messages
  WHERE status = 'DUE' AND next_attempt_at <= $1
  ORDER BY next_attempt_at LIMIT $3
  FOR UPDATE SKIP LOCKED
),
taken AS (
  UPDATE payer_messages m SET status = 'SENDING', attempts = attempts + 1, next_attempt_at = $2
  FROM due WHERE m.id = due.id
  RETURNING m.id, m.attempts, m.payment_id, m.event, m.amount_pesewas, m.currency
)
SELECT t.id, t.attempts, v.contest_id, t.event, t.amount_pesewas AS "amountPesewas", t.currency, p.reference,
  coalesce(p.phone_number, v.voter_phone) AS phone
FROM taken t
JOIN payments p ON p.id = t.payment_id
JOIN votes v ON v.id = p.vote_id
