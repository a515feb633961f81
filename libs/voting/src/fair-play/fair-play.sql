-- Free votes of a contest by hour and by what became of them, of one moment.
--
-- Input   $1 contest.
-- Locks   none.
-- Returns rows of two kinds: counted votes of an hour and channel (reason null), and votes of an hour that are held or were rejected, by reason.
--         Without archived contestants. Reads the hourly folds and what waits to be folded, so its cost grows with hours, not with votes.
SELECT hour, channel, NULL AS reason, NULL AS decision, sum(votes)::bigint AS votes
FROM (
  SELECT hour, channel, votes FROM visible_hours WHERE contest_id = $1 AND method = 'FREE'
  UNION ALL
  SELECT o.hour, o.channel, o.votes FROM tally_outbox o JOIN visible_contestants p ON p.id = o.contestant_id
  WHERE o.contest_id = $1 AND o.method = 'FREE'
) AS every
GROUP BY hour, channel
UNION ALL
SELECT date_trunc('hour', h.held_at, 'UTC'), NULL, h.reason, h.decision, sum(h.votes)::bigint
FROM held_votes h JOIN votes v ON v.id = h.vote_id JOIN visible_contestants p ON p.id = v.contestant_id
WHERE h.contest_id = $1 AND h.decision IS DISTINCT FROM 'RELEASED'
GROUP BY 1, h.reason, h.decision
