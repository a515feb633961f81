-- What an organiser sees first: the contests, today's figures, what waits for a decision.
--
-- Input   $1 owner (null: all owners), $2 the asker, $3 start of the day, $4 first hour that is drawn, $5 now, $6 most contests.
-- Locks   none.
-- Returns one row. Reads tallies and indexes of what is open only: the cost grows with contests, not with votes. Rehearsals are left out; money
--         of deleted contests stays in.
WITH mine AS MATERIALIZED (
  SELECT id, title, status, show_results, start_date, end_date, created_at, user_id, archived_at IS NULL AS live
  FROM contests
  WHERE ($1::uuid IS NULL OR user_id = $1) AND NOT is_rehearsal
),
listed AS MATERIALIZED (
  SELECT m.*, row_number() OVER (ORDER BY
    CASE WHEN status IN ('ACTIVE', 'PAUSED') AND end_date > $5 THEN 0 WHEN status = 'DRAFT' THEN 1 ELSE 2 END,
    CASE WHEN status IN ('ACTIVE', 'PAUSED') AND end_date > $5 THEN end_date END,
    CASE WHEN status = 'DRAFT' THEN created_at ELSE end_date END DESC, id) AS place
  FROM mine m WHERE live
  ORDER BY place LIMIT $6
),
today AS (
  SELECT coalesce(sum(h.votes), 0)::bigint AS votes,
    coalesce(sum(h.transactions) FILTER (WHERE h.method <> 'FREE'), 0)::bigint AS payments,
    coalesce(sum(h.amount_pesewas), 0)::bigint AS "revenuePesewas"
  FROM mine m JOIN visible_hours h ON h.contest_id = m.id AND h.hour >= $3
),
contest_rows AS (
  SELECT l.place, l.id, l.title, l.status, l.status = 'PAUSED' AS "isPaused", l.show_results AS "showResults", l.start_date AS "startDate",
    l.end_date AS "endDate",
    (SELECT coalesce(sum(t.votes), 0)::bigint FROM visible_contestants p JOIN contestant_tallies t ON t.contestant_id = p.id
      WHERE p.contest_id = l.id) AS votes,
    (SELECT coalesce(sum(h.amount_pesewas), 0)::bigint FROM contest_hours h WHERE h.contest_id = l.id AND h.method <> 'FREE') AS "revenuePesewas",
    (SELECT coalesce(jsonb_object_agg(s.at, s.votes), '{}') FROM (
      SELECT extract(epoch FROM h.hour)::bigint AS at, sum(h.votes)::bigint AS votes
      FROM visible_hours h WHERE h.contest_id = l.id AND h.hour >= $4 GROUP BY h.hour) s) AS hours
  FROM listed l
),
decisions AS (
  SELECT CASE WHEN h.appealed_at IS NULL THEN 'HELD_VOTES' ELSE 'APPEALS' END AS kind, h.contest_id
  FROM contests c
  JOIN held_votes h ON h.contest_id = c.id AND h.decision IS NULL
  JOIN votes v ON v.id = h.vote_id
  JOIN visible_contestants p ON p.id = v.contestant_id
  WHERE c.user_id = $2 AND c.archived_at IS NULL
  UNION ALL
  SELECT 'LATE_DRAFTS', id FROM contests
  WHERE user_id = $2 AND archived_at IS NULL AND NOT is_rehearsal AND status = 'DRAFT' AND start_date < $5
  UNION ALL
  SELECT 'CASH', e.contest_id FROM cash_entries e JOIN contests c ON c.id = e.contest_id AND c.archived_at IS NULL
  WHERE e.decision IS NULL AND ($1::uuid IS NULL OR c.user_id = $1)
  UNION ALL
  SELECT 'DISPUTES', d.contest_id FROM disputes d JOIN contests c ON c.id = d.contest_id
  WHERE d.status <> 'resolved' AND d.evidence_id IS NULL AND ($1::uuid IS NULL OR c.user_id = $1)
  UNION ALL
  SELECT 'APPROVALS', NULL FROM users WHERE $1::uuid IS NULL AND approval_status = 'PENDING' AND deleted_at IS NULL
  UNION ALL
  SELECT 'PAYMENTS', NULL FROM (
    SELECT p.id FROM contests c
    JOIN payments p ON p.contest_id = c.id AND p.state IN ('REVIEW', 'REFUND_ATTENTION') AND p.state NOT IN ('COMPLETED', 'DISPUTED')
    UNION SELECT p.id FROM disputes d JOIN payments p ON p.id = d.payment_id AND p.state = 'DISPUTED'
    UNION SELECT payment_id FROM book_differences WHERE payment_id IS NOT NULL AND resolved_at IS NULL
  ) AS attention WHERE $1::uuid IS NULL
  UNION ALL
  SELECT 'CORRECTIONS', NULL FROM payment_corrections WHERE $1::uuid IS NULL AND decision IS NULL
  UNION ALL
  SELECT 'WEBHOOKS', NULL FROM webhook_inbox WHERE $1::uuid IS NULL AND set_aside_at IS NOT NULL
)
SELECT
  (SELECT to_jsonb(today) FROM today) AS today,
  (SELECT count(*) FROM mine WHERE live) AS contests,
  (SELECT coalesce(jsonb_agg(to_jsonb(contest_rows) - 'place' ORDER BY place), '[]') FROM contest_rows) AS listed,
  (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM (
    SELECT kind, count(*) AS count,
      CASE WHEN count(DISTINCT contest_id) = 1 AND count(contest_id) = count(*) THEN min(contest_id::text) END AS "contestId"
    FROM decisions GROUP BY kind) d) AS decisions
