-- Prompts that a phone was sent and has not approved. Run after the lock that lets one request at a time decide about a phone.
--
-- Input   $1 phone (E.164), $2 since, $3 states, $4 at most so many, $5 whether only those count that USSD sessions of the phone have announced.
-- Locks   none.
-- Returns when they were sent, newest first.
SELECT created_at FROM payments
WHERE flow = 'CHARGE' AND phone_number = $1 AND created_at > $2 AND state = ANY($3)
  AND (NOT $5::boolean OR EXISTS (SELECT FROM votes v WHERE v.id = payments.vote_id AND v.source = 'USSD'))
ORDER BY created_at DESC
LIMIT $4
