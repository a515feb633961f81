-- What the public page of a contest counts, and what of the ledger and of these counts is still under way.
--
-- Input   $1 contest, $2 the time before which a countable row must have been logged. Run at REPEATABLE READ.
-- Locks   none.
-- Returns one row per contestant: votes on the page (until results are final, without those of after the end: ADR 61), votes that are not added to it
--         yet, votes of ledger rows that are not logged yet; how many of these rows are overdue, with up to three examples.
WITH contest AS (
  SELECT coalesce(ended_at, end_date) AS ends_at, results_final_at FROM contests WHERE id = $1
),
-- The rule by which rows are logged (waiting-rows.sql), so that the page and the log are compared at the same moment of the contest.
unlogged AS (
  SELECT l.contestant_id, sum(l.votes)::bigint AS votes, count(*) FILTER (WHERE o.overdue) AS overdue,
    (array_agg(l.vote_id::text ORDER BY l.vote_id) FILTER (WHERE o.overdue))[1:3] AS examples
  FROM vote_ledger l CROSS JOIN contest c
  CROSS JOIN LATERAL (
    SELECT greatest(l.recorded_at, CASE WHEN l.recorded_at > c.ends_at THEN c.results_final_at END) < $2::timestamptz AS overdue
  ) o
  WHERE l.contest_id = $1 AND (l.recorded_at <= c.ends_at OR c.results_final_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM log_entries e WHERE e.vote_id = l.vote_id AND e.kind = l.kind AND e.step = l.step)
  GROUP BY l.contestant_id
),
untallied AS (
  SELECT t.contestant_id, sum(t.votes)::bigint AS votes
  FROM tally_outbox t CROSS JOIN contest c
  WHERE t.contest_id = $1 AND (t.created_at <= c.ends_at OR c.results_final_at IS NOT NULL)
  GROUP BY t.contestant_id
),
page AS (
  SELECT t.contestant_id, CASE WHEN c.results_final_at IS NULL THEN t.votes - t.votes_after_end ELSE t.votes END AS votes
  FROM contestant_tallies t CROSS JOIN contest c WHERE t.contest_id = $1
)
SELECT contestant_id, coalesce(page.votes, 0)::bigint AS page, coalesce(untallied.votes, 0) AS untallied, coalesce(unlogged.votes, 0) AS unlogged,
  coalesce(unlogged.overdue, 0) AS overdue, unlogged.examples
FROM page FULL JOIN untallied USING (contestant_id) FULL JOIN unlogged USING (contestant_id)
