-- Attempts whose beginning has an unknown result are replaced by a newer one; they stay settleable and watched.
-- Run outside of the transaction that locks the vote (see lock-vote-to-pay.sql).
--
-- Input   $1 vote, $2 the newer attempt's reference, $3 now, $4 created before (orphans of a crash).
-- Locks   the payment rows it changes.
WITH replaced AS (
  UPDATE payments SET state = 'SUPERSEDED', updated_at = $3
  WHERE vote_id = $1 AND reference <> $2 AND flow = 'CHECKOUT'
    AND (state = 'INIT_UNKNOWN' OR (state = 'CREATED' AND created_at < $4))
  RETURNING id
)
INSERT INTO payment_events (payment_id, from_state, to_state, source, detail, at)
SELECT id, NULL, 'SUPERSEDED', 'initialize', jsonb_build_object('by', $2::text), $3 FROM replaced
