-- Free votes of a contest by hour and by what became of them, of one moment. Between the end and the final results that moment is the end for what
-- was held: a vote that is released meanwhile is in no public count (ADR 79).
--
-- Input   $1 contest.
-- Locks   none.
-- Returns rows of two kinds: counted votes of an hour and channel (reason null), and votes of an hour that are held or were rejected, by reason, with
--         the number of their casts.
--         Without archived contestants. Reads the hourly folds and what waits to be folded, so its cost grows with hours and with held votes,
--         not with votes.
WITH ended AS (
  SELECT coalesce(c.ended_at, c.end_date) AS at FROM contests c WHERE c.id = $1 AND c.results_final_at IS NULL
),
held AS (
  SELECT h.vote_id, h.votes, h.reason, h.held_at, CASE WHEN h.decided_at <= coalesce(e.at, h.decided_at) THEN h.decision END AS decision
  FROM held_votes h
  JOIN votes v ON v.id = h.vote_id JOIN visible_contestants p ON p.id = v.contestant_id
  LEFT JOIN ended e ON true
  WHERE h.contest_id = $1
),
-- Counted after the end: in the folds of the hour of the decision.
late AS (
  SELECT date_trunc('hour', l.recorded_at, 'UTC') AS hour, l.channel, -l.votes AS votes
  FROM held_votes h JOIN ended e ON h.decided_at > e.at
  JOIN vote_ledger l ON l.vote_id = h.vote_id AND l.kind = 'COUNT'
  JOIN visible_contestants p ON p.id = l.contestant_id
  WHERE h.contest_id = $1 AND h.decision = 'RELEASED'
)
SELECT hour, channel, NULL AS reason, NULL AS decision, sum(votes)::bigint AS votes, 0::bigint AS casts
FROM (
  SELECT hour, channel, votes FROM visible_hours WHERE contest_id = $1 AND method = 'FREE'
  UNION ALL
  SELECT o.hour, o.channel, o.votes FROM tally_outbox o JOIN visible_contestants p ON p.id = o.contestant_id
  WHERE o.contest_id = $1 AND o.method = 'FREE'
  UNION ALL
  SELECT hour, channel, votes FROM late
) AS every
GROUP BY hour, channel
UNION ALL
SELECT date_trunc('hour', h.held_at, 'UTC'), NULL, h.reason, h.decision, sum(h.votes)::bigint, count(*)
FROM held h
WHERE h.decision IS DISTINCT FROM 'RELEASED'
GROUP BY 1, h.reason, h.decision
