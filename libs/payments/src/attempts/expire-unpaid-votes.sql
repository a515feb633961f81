-- Votes that were not paid in time wait no longer. A payment that was begun before may still count them: its next update decides.
--
-- Input   $1 largest id of a vote that is old enough (ids grow with time), $2 states of attempts that may still succeed, $3 most rows.
-- Locks   the votes' rows; those that another transaction holds are left for the next run.
-- Writes  FAILED, which leaves every figure of what is pending.
UPDATE votes SET status = 'FAILED'
WHERE id = ANY(ARRAY(
  SELECT v.id FROM votes v
  WHERE v.status = 'PENDING' AND v.price_pesewas > 0 AND v.id < $1
    AND NOT EXISTS (SELECT FROM payments p WHERE p.vote_id = v.id AND p.state = ANY($2::text[]))
  ORDER BY v.id
  LIMIT $3
  FOR UPDATE OF v SKIP LOCKED))
