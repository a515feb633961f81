-- Write into the append-only audit log, with the contest and the host that the subject is or belongs to.
--
-- Input   $1 time, $2 actor (null: an operator), $3 action, $4 type of the subject, $5 subject, $6 detail; its `contestId` and `hostId` name what is deleted with
--         the subject, or what the subject does not tell. A changed host stands as an object of the two.
--         The contest's own is meant then.
-- Locks   none.
INSERT INTO audit_log (at, actor_user_id, action, subject_type, subject_id, detail, contest_id, host_id)
SELECT $1::timestamptz, $2::uuid, $3::text, $4::text, $5::uuid, $6::jsonb, p.contest_id,
  coalesce(CASE WHEN $4::text = 'host' THEN $5::uuid END, CASE WHEN jsonb_typeof($6::jsonb -> 'hostId') = 'string' THEN ($6::jsonb ->> 'hostId')::uuid END,
     (SELECT host_id FROM contests WHERE id = p.contest_id))
FROM (
  SELECT coalesce(($6::jsonb ->> 'contestId')::uuid, CASE $4::text
    WHEN 'contest' THEN $5::uuid
    WHEN 'category' THEN (SELECT contest_id FROM categories WHERE id = $5::uuid)
    WHEN 'contestant' THEN (SELECT contest_id FROM contestants WHERE id = $5::uuid)
    WHEN 'vote' THEN (SELECT contest_id FROM votes WHERE id = $5::uuid)
    WHEN 'payment' THEN (SELECT contest_id FROM payments WHERE id = $5::uuid)
  END) AS contest_id
) p
