-- Compare the free votes of one contest with what is said about them: received = counted + held + rejected. A vote that was taken back
-- (a changed ballot, an undone entry) is in none of them; the ledger has both of its rows.
--
-- Input   $1 contest. Run at REPEATABLE READ.
-- Locks   none.
-- Returns one row per kind of mistake with its number and up to three examples; no row when nothing is lost or counted twice.
WITH free AS MATERIALIZED (
  SELECT v.id, v.status, v.vote_count, h.vote_id AS held_id, h.votes AS held_votes, h.decision,
    EXISTS (SELECT FROM vote_ledger r WHERE r.vote_id = v.id AND r.kind = 'REVERSAL')
      OR coalesce((SELECT sum(q.votes) FROM vote_ledger q WHERE q.vote_id = v.id AND q.kind = 'QUARANTINE'), 0) < 0 AS taken_back
  FROM votes v LEFT JOIN held_votes h ON h.vote_id = v.id
  WHERE v.contest_id = $1 AND v.price_pesewas = 0
),
mistakes AS (
  SELECT 'free votes that are neither counted nor held nor rejected' AS mistake, id FROM free
  WHERE held_id IS NULL AND status <> 'COMPLETED' AND NOT taken_back
  UNION ALL
  SELECT 'held votes whose state is not what was decided', id FROM free
  WHERE held_id IS NOT NULL AND NOT taken_back AND status <> CASE decision WHEN 'RELEASED' THEN 'COMPLETED' WHEN 'REJECTED' THEN 'FAILED' ELSE 'PENDING' END
  UNION ALL
  SELECT 'held votes whose number is not that of their vote', id FROM free WHERE held_votes <> vote_count
  UNION ALL
  SELECT 'held votes without their vote', h.vote_id FROM held_votes h
  WHERE h.contest_id = $1 AND NOT EXISTS (SELECT FROM free f WHERE f.id = h.vote_id)
)
SELECT mistake, count(*) AS number, (array_agg(id::text ORDER BY id))[1:3] AS examples FROM mistakes GROUP BY mistake ORDER BY mistake
