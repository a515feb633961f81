-- name: by-hour
-- Votes of a contest that were not paid for through the provider by hour and by what became of them, of one moment. Between the end and the final results that moment is the end for what
-- was held: a vote that is released meanwhile is in no public count (ADR 61).
--
-- Input   $1 contest.
-- Locks   none.
-- Returns rows of two kinds: counted votes of an hour and channel (reason null), without archived contestants; and votes that were held in an hour, by
--         reason and decision, with the number of their casts, also of archived contestants: what was held stays said.
--         Reads the hourly tallies and what waits to be tallied, so its cost grows with hours and with held votes, not with votes.
WITH ended AS (
  SELECT coalesce(c.ended_at, c.end_date) AS at FROM contests c WHERE c.id = $1 AND c.results_final_at IS NULL
),
-- Counted after the end: in the tallies of the hour of the decision.
late AS (
  SELECT date_trunc('hour', l.recorded_at, 'UTC') AS hour, l.channel, -l.votes AS votes
  FROM held_votes h JOIN ended e ON h.decided_at > e.at
  JOIN vote_ledger l ON l.vote_id = h.vote_id AND l.kind = 'COUNT'
  JOIN visible_contestants p ON p.id = l.contestant_id
  WHERE h.contest_id = $1 AND h.decision = 'RELEASED'
)
SELECT hour, channel, NULL AS reason, NULL AS decision, sum(votes)::bigint AS votes, 0::bigint AS casts
FROM (
  SELECT hour, channel, votes FROM visible_hours WHERE contest_id = $1 AND method <> 'PAYSTACK'
  UNION ALL
  SELECT o.hour, o.channel, o.votes FROM tally_outbox o JOIN visible_contestants p ON p.id = o.contestant_id
  WHERE o.contest_id = $1 AND o.method <> 'PAYSTACK'
  UNION ALL
  SELECT hour, channel, votes FROM late
) AS every
GROUP BY hour, channel
UNION ALL
SELECT date_trunc('hour', h.held_at, 'UTC'), NULL, h.reason,
  CASE WHEN h.decided_at <= coalesce(e.at, h.decided_at) THEN h.decision END, sum(h.votes)::bigint, count(*)
FROM held_votes h LEFT JOIN ended e ON true
WHERE h.contest_id = $1
GROUP BY 1, 3, 4

-- name: by-nominee
-- Held votes of a contest by nominee: all that were ever held, and what was decided, up to the moment that the public sees. No figure shrinks.
--
-- Input   $1 contest.
-- Locks   none.
-- Returns one row per nominee of whom votes were held.
SELECT contestant_id, sum(held)::bigint AS held, sum(released)::bigint AS released, sum(rejected)::bigint AS rejected
FROM (
  SELECT v.contestant_id, h.votes AS held, 0 AS released, 0 AS rejected
  FROM held_votes h JOIN votes v ON v.id = h.vote_id WHERE h.contest_id = $1
  UNION ALL
  SELECT d.contestant_id, 0, CASE d.decision WHEN 'RELEASED' THEN d.votes ELSE 0 END, CASE d.decision WHEN 'REJECTED' THEN d.votes ELSE 0 END
  FROM held_decisions d JOIN contests c ON c.id = d.contest_id
  WHERE d.contest_id = $1 AND (c.results_final_at IS NOT NULL OR d.decided_at <= coalesce(c.ended_at, c.end_date))
) AS every
GROUP BY contestant_id
ORDER BY held DESC, contestant_id

-- name: decisions
-- What was decided about held votes, up to the moment that the public sees, the newest first. Decisions of one minute with one reason are one row.
--
-- Input   $1 contest, $2 most rows.
-- Locks   none.
-- Returns one row per decision, with the number of all of them.
SELECT contestant_id, decision, reason, date_trunc('minute', decided_at, 'UTC') AS minute, sum(votes)::bigint AS votes, sum(casts)::bigint AS casts,
  count(*) OVER () AS total
FROM held_decisions d JOIN contests c ON c.id = d.contest_id
WHERE d.contest_id = $1 AND (c.results_final_at IS NOT NULL OR d.decided_at <= coalesce(c.ended_at, c.end_date))
GROUP BY contestant_id, decision, reason, date_trunc('minute', decided_at, 'UTC')
ORDER BY minute DESC, decision, contestant_id
LIMIT $2
