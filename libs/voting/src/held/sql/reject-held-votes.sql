-- Reject held votes: they stay stored and never count.
--
-- Input   $1 now, $2 who decides (null: the deadline), $3 votes, $4 the public reason.
-- Locks   the held rows are locked by the caller; the votes' rows are locked here.
-- Writes  votes, held_votes, held_decisions (public figures).
-- Returns the ids that are now rejected.
WITH decided AS (
  UPDATE held_votes SET decision = 'REJECTED', decided_at = $1, decided_by = $2, decision_reason = $4
  WHERE vote_id = ANY($3::uuid[]) AND decision IS NULL
  RETURNING vote_id
),
failed AS (
  UPDATE votes v SET status = 'FAILED' FROM decided d WHERE v.id = d.vote_id AND v.status = 'PENDING'
),
told AS (
  INSERT INTO held_decisions (id, contest_id, contestant_id, decision, casts, votes, reason, decided_by, decided_at)
  SELECT gen_random_uuid(), v.contest_id, v.contestant_id, 'REJECTED', count(*), sum(v.vote_count), $4, $2, $1
  FROM decided d JOIN votes v ON v.id = d.vote_id
  GROUP BY v.contest_id, v.contestant_id
)
SELECT vote_id AS id FROM decided
