-- Rehearsals, newest first.
--
-- Input   $1 who asked for them (null: all), $2 one rehearsal, $3 contest, $4 state (each null: any), $5 the moment before which a worker that
--         was not heard is taken for dead, $6 rows to skip, $7 rows to take,
--         $8 the moment before which one that waits was ordered too long ago.
-- Returns the rows, each with the number of all that fit. One whose worker is dead, or that none took, reads INTERRUPTED also before that is written down.
WITH seen AS (
  SELECT r.*, CASE WHEN r.state = 'RUNNING' AND r.heard_at < $5 OR r.state = 'WAITING' AND r.created_at < $8 THEN 'INTERRUPTED' ELSE r.state END AS seen_state
  FROM rehearsals r
)
SELECT r.id, r.seen_state AS state, r.contest_id, c.title, r.requested_by, trim(u.first_name || ' ' || u.last_name) AS name,
  r.votes_per_second, r.viewers, r.minutes, r.shape, r.contestants, r.created_at, r.started_at,
  CASE WHEN r.seen_state <> r.state THEN coalesce(r.heard_at, r.created_at) ELSE r.finished_at END AS finished_at,
  r.stop_requested_at IS NOT NULL AND r.seen_state = 'RUNNING' AS is_stopping, r.progress, r.result, r.reason, count(*) OVER ()::int AS total
FROM seen r
JOIN users u ON u.id = r.requested_by
LEFT JOIN contests c ON c.id = r.contest_id
WHERE ($1::uuid IS NULL OR r.requested_by = $1) AND ($2::uuid IS NULL OR r.id = $2) AND ($3::uuid IS NULL OR r.contest_id = $3)
  AND ($4::text IS NULL OR r.seen_state = $4)
ORDER BY r.created_at DESC, r.id DESC
OFFSET $6 LIMIT $7
