-- Prompts that a phone was sent and has not approved. Run after the lock that lets one request at a time decide about a phone.
--
-- Input   $1 phone (E.164), $2 since, $3 states, $4 at most so many.
-- Locks   none.
-- Returns when they were sent, newest first.
SELECT created_at FROM payments
WHERE flow = 'CHARGE' AND phone_number = $1 AND created_at > $2 AND state = ANY($3)
ORDER BY created_at DESC
LIMIT $4
