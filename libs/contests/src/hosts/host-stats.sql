-- Figures of one host, from tallies only: the cost grows with its contests, not with votes.
--
-- Input   $1 host.
-- Locks   none.
-- Returns one row, its columns named as the answer's fields. Rehearsals are left out; money of deleted contests and contestants
--         stays in, their votes do not.
WITH mine AS MATERIALIZED (
  SELECT id, status, archived_at IS NULL AS live FROM contests WHERE host_id = $1 AND NOT is_rehearsal
),
people AS (
  SELECT sum(t.votes)::bigint AS votes, sum(t.transactions)::bigint AS transactions
  FROM mine m
  JOIN visible_contestants p ON p.contest_id = m.id
  JOIN contestant_tallies t ON t.contestant_id = p.id
  WHERE m.live
)
SELECT
  (SELECT count(*) FROM mine WHERE live) AS "totalContests",
  (SELECT count(*) FROM mine WHERE live AND status = 'ACTIVE') AS "activeContests",
  (SELECT count(*) FROM mine WHERE live AND status = 'PAUSED') AS "pausedContests",
  (SELECT coalesce(votes, 0) FROM people) AS "totalVotes",
  (SELECT coalesce(transactions, 0) FROM people) AS "totalTransactions",
  (SELECT coalesce(sum(h.amount_pesewas), 0)::bigint FROM mine m JOIN contest_hours h ON h.contest_id = m.id) AS amount
