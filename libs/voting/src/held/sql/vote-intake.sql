-- Free votes of a contest by what became of them, of one moment.
--
-- Input   $1 contest.
-- Locks   none.
-- Returns one row: transactions and votes that are counted, held and rejected, without archived contestants. Reads the hourly tallies and
--         what waits to be tallied, so its cost does not grow with the votes that count.
WITH counted AS (
  SELECT coalesce(sum(transactions), 0) AS transactions, coalesce(sum(votes), 0) AS votes FROM (
    SELECT transactions, votes FROM visible_hours WHERE contest_id = $1 AND method = 'FREE'
    UNION ALL
    SELECT transactions, votes FROM tally_outbox WHERE contest_id = $1 AND method = 'FREE'
  ) AS every
),
kept AS (
  SELECT
    count(*) FILTER (WHERE h.decision IS NULL) AS held, coalesce(sum(h.votes) FILTER (WHERE h.decision IS NULL), 0) AS held_votes,
    count(*) FILTER (WHERE h.decision = 'REJECTED') AS rejected,
    coalesce(sum(h.votes) FILTER (WHERE h.decision = 'REJECTED'), 0) AS rejected_votes
  FROM held_votes h JOIN votes v ON v.id = h.vote_id JOIN visible_contestants p ON p.id = v.contestant_id
  WHERE h.contest_id = $1
)
SELECT transactions::bigint AS counted, votes::bigint AS counted_votes, held::bigint, held_votes::bigint, rejected::bigint,
  rejected_votes::bigint
FROM counted, kept
