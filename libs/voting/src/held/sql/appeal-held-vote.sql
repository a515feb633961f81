-- The voter of a held or rejected vote asks that it be looked at again, once, while it can still be decided. A rejected one is held again.
--
-- Input   $1 vote, $2 now, $3 hours after the end in which held votes are decided.
-- Locks   its held row, then the vote, as decisions do: an appeal and a decision come one after the other. The vote's state is asked so
--         that one that a decision changes meanwhile is looked at as it is then.
-- Returns the vote when this noted the appeal.
WITH noted AS (
  UPDATE held_votes h SET appealed_at = $2, decision = NULL, decided_at = NULL, decided_by = NULL, decision_reason = NULL
  FROM contests c
  WHERE h.vote_id = $1 AND h.appealed_at IS NULL AND h.decision IS DISTINCT FROM 'RELEASED'
    AND c.id = h.contest_id AND c.archived_at IS NULL AND c.results_final_at IS NULL
    AND coalesce(c.ended_at, c.end_date) + make_interval(hours => $3) > $2
  RETURNING h.vote_id
),
waiting AS (
  UPDATE votes v SET status = 'PENDING' FROM noted n WHERE v.id = n.vote_id AND v.status <> 'COMPLETED'
)
SELECT vote_id FROM noted
