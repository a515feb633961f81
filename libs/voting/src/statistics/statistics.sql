-- All figures of the statistics screen, from tallies only: the cost grows with contests, not with votes.
--
-- Input   $1 owner (null: all owners), $2 moment before which a waiting vote makes the sums incomplete.
-- Locks   none.
-- Returns one row, most columns named as the answer's fields. Rehearsals are left out; money of deleted contests and contestants stays in, their votes do not.
WITH mine AS MATERIALIZED (
  SELECT id, title, status, archived_at IS NULL AS live
  FROM contests
  WHERE ($1::uuid IS NULL OR user_id = $1) AND NOT is_rehearsal
),
people AS MATERIALIZED (
  SELECT m.id, count(*) AS contestants, sum(t.votes) AS votes
  FROM mine m
  JOIN visible_contestants p ON p.contest_id = m.id
  LEFT JOIN contestant_tallies t ON t.contestant_id = p.id
  WHERE m.live
  GROUP BY m.id
),
money AS MATERIALIZED (
  SELECT m.id, sum(h.transactions) AS payments, sum(h.amount_pesewas) AS amount
  FROM mine m JOIN contest_hours h ON h.contest_id = m.id AND h.method <> 'FREE'
  GROUP BY m.id
),
top AS (
  SELECT m.id, m.title, coalesce(p.votes, 0)::bigint AS votes, coalesce(y.amount, 0)::bigint AS amount
  FROM mine m LEFT JOIN people p ON p.id = m.id LEFT JOIN money y ON y.id = m.id
  WHERE m.live
  ORDER BY 3 DESC, m.title, m.id
  LIMIT 5
)
SELECT
  (SELECT count(*) FROM users WHERE deleted_at IS NULL) AS "totalUsers",
  (SELECT count(*) FROM hosts WHERE archived_at IS NULL AND ($1::uuid IS NULL OR user_id = $1)) AS "totalHosts",
  (SELECT count(*) FROM mine WHERE live) AS "totalContests",
  (SELECT count(*) FROM mine WHERE live AND status = 'ACTIVE') AS "activeContests",
  (SELECT count(*) FROM mine WHERE live AND status = 'PAUSED') AS "pausedContests",
  (SELECT count(*) FROM categories k JOIN mine m ON m.id = k.contest_id AND m.live WHERE k.archived_at IS NULL) AS "totalCategories",
  (SELECT coalesce(sum(contestants), 0)::bigint FROM people) AS "totalContestants",
  (SELECT coalesce(sum(votes), 0)::bigint FROM people) AS "totalVotes",
  (SELECT coalesce(sum(payments), 0)::bigint FROM money) AS "totalPayments",
  (SELECT coalesce(sum(amount), 0)::bigint FROM money) AS amount,
  (SELECT coalesce(jsonb_agg(to_jsonb(top)), '[]') FROM top) AS top,
  EXISTS (SELECT FROM due_tally_outbox o JOIN mine m ON m.id = o.contest_id WHERE coalesce(o.released_at, o.created_at) < $2) AS incomplete
