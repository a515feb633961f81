-- A vote that a person wants to take back, with what decides whether it may be.
--
-- Input   $1 vote, $2 required owner of the contest (null: any).
-- Locks   the contest FOR SHARE, the vote's row, then the contestant's FOR KEY SHARE, until commit: the contest does not end meanwhile, the vote is
--         not taken back twice, and the contestant is not archived.
-- Returns one row; none for an unknown vote, another owner's, and a contestant or contest that was deleted.
SELECT v.contest_id AS "contestId", v.vote_count AS votes,
  c.status, c.end_date AS "endDate", c.ended_at AS "endedAt", c.results_final_at AS "resultsFinalAt",
  v.source = 'MANUAL' AND v.amount_pesewas = 0 AND v.status = 'COMPLETED' AS "isUndoable"
FROM votes v
JOIN contests c ON c.id = v.contest_id AND c.archived_at IS NULL
JOIN contestants p ON p.id = v.contestant_id
WHERE v.id = $1 AND ($2::uuid IS NULL OR c.user_id = $2)
FOR SHARE OF c FOR UPDATE OF v FOR KEY SHARE OF p
