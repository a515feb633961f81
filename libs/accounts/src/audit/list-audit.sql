-- Entries of the audit log, newest first.
--
-- Input   $1 organiser who may read what is about own contests and hosts and the own account, and what that person did (null: all entries), $2 actor,
--         $3 action or its first word, $4 type of the subject, $5 subject, $6 earliest time, $7 time before which they are (each null: any), $8 rows to
--         skip, $9 rows to take.
-- Returns the rows with the actor's name and the contest and host that they are about. Rows of releases that did not write these are looked up by their subject.
SELECT a.id, a.at, a.action, a.subject_type, a.subject_id, a.detail, a.actor_user_id,
  trim(u.first_name || ' ' || u.last_name) AS actor_name, c.id AS contest_id, c.title AS contest_title, h.id AS host_id, h.name AS host_name
FROM audit_log a
LEFT JOIN users u ON u.id = a.actor_user_id
LEFT JOIN contests c ON c.id = coalesce(a.contest_id, CASE
  WHEN a.subject_type = 'contest' THEN a.subject_id
  WHEN a.detail ? 'contestId' THEN (a.detail ->> 'contestId')::uuid
  WHEN a.subject_type = 'payment' THEN (SELECT contest_id FROM payments WHERE id = a.subject_id)
  WHEN a.subject_type = 'vote' THEN (SELECT contest_id FROM votes WHERE id = a.subject_id)
END)
LEFT JOIN hosts h ON h.id = coalesce(a.host_id, CASE WHEN a.subject_type = 'host' THEN a.subject_id ELSE c.host_id END)
WHERE ($1::uuid IS NULL OR c.user_id = $1 OR h.user_id = $1 OR a.actor_user_id = $1 OR (a.subject_type = 'user' AND a.subject_id = $1))
  AND ($2::uuid IS NULL OR a.actor_user_id = $2)
  AND ($3::text IS NULL OR a.action = $3 OR a.action LIKE $3 || '.%')
  AND ($4::text IS NULL OR a.subject_type = $4)
  AND ($5::uuid IS NULL OR a.subject_id = $5)
  AND ($6::timestamptz IS NULL OR a.at >= $6)
  AND ($7::timestamptz IS NULL OR a.at < $7)
ORDER BY a.id DESC
OFFSET $8 LIMIT $9
