-- A vote that is not counted follows its attempts: PENDING while one of them may still succeed, else FAILED.
--
-- Input   $1 vote, $2 states that are shown as PENDING.
-- Locks   the vote row (locked by the caller in settlement; in initialize this statement takes it last).
UPDATE votes SET status = CASE
    WHEN EXISTS (SELECT FROM payments WHERE vote_id = $1 AND state = ANY($2::text[])) THEN 'PENDING' ELSE 'FAILED' END
WHERE id = $1 AND status <> 'COMPLETED'
