-- name: lock-archived-contestants
-- First lock of a rebuild: the contestants whose hours are listed as archived.
--
-- Input   $1 contest.
-- Locks   their rows until commit, in the order of their ids: taking back a vote changes archived_hours and holds a share of them.
-- Returns one row per contestant.
SELECT p.id FROM contestants p JOIN uncounted_contestants u ON u.contestant_id = p.id
WHERE u.contest_id = $1
ORDER BY p.id
FOR UPDATE OF p

-- name: lock-tally
-- Second lock of a rebuild: the contest's tally, which a drain takes before it changes any other tally.
--
-- Input   $1 contest, $2 now.
-- Locks   the row until commit; one that is missing is made.
-- Returns one row: the votes that it says.
INSERT INTO contest_tallies AS c (contest_id, updated_at) VALUES ($1, $2)
ON CONFLICT (contest_id) DO UPDATE SET updated_at = c.updated_at
RETURNING votes

-- name: rebuild-tallies
-- Write the tallies of one contest as its ledger says. A statement of its own after the locks: it sees what the drain that held them before
-- has committed. A drain that waits for them took rows that are still in the outbox here: it adds them afterwards.
--
-- Input   $1 contest, $2 now, $3 archived contestants that are locked.
-- Locks   the caller holds the contest's tally and the contestants; here the rows of the other tallies.
-- Writes  the tallies of the contest, its contestants, hours and archived hours that differ; rows that the ledger does not know become 0.
--         The version grows, so that every process reads the counts anew. Unique voters become the number of stored digests, which stay:
--         those of erased voters cannot be made again. Votes per minute, which are kept for two hours, stay.
-- Returns one row: the votes of the contest, and how many rows of contestants, hours and archived hours were written.
WITH contest_end AS (
  SELECT coalesce(ended_at, end_date) AS at FROM contests WHERE id = $1
),
booked AS MATERIALIZED (
  -- What was taken back belongs to the hour in which its vote was counted; a part of it leaves the transaction.
  SELECT l.category_id, l.contestant_id, date_trunc('hour', coalesce(c.recorded_at, l.recorded_at), 'UTC') AS hour, l.method, l.channel,
    l.votes::bigint AS votes, CASE l.kind WHEN 'COUNT' THEN 1 WHEN 'REVERSAL' THEN -1 WHEN 'QUARANTINE' THEN sign(l.votes) ELSE 0 END::bigint AS transactions,
    l.amount_pesewas, l.recorded_at
  FROM vote_ledger l LEFT JOIN vote_ledger c ON l.kind <> 'COUNT' AND c.vote_id = l.vote_id AND c.kind = 'COUNT'
  WHERE l.contest_id = $1
  UNION ALL
  SELECT category_id, contestant_id, hour, method, channel, -votes, -transactions, -amount_pesewas, created_at
  FROM tally_outbox WHERE contest_id = $1
),
next_version AS MATERIALIZED (
  -- A tally that was lost has forgotten its version: each drain raised it by one, and took a row of the ledger at least.
  SELECT greatest(t.version, (SELECT max(version) FROM contestant_tallies WHERE contest_id = $1),
    CASE t.version WHEN 0 THEN (SELECT count(*) FROM vote_ledger WHERE contest_id = $1) END) + 1 AS version
  FROM contest_tallies t WHERE t.contest_id = $1
),
contest AS (
  UPDATE contest_tallies t SET votes = b.votes, transactions = b.transactions, amount_pesewas = b.amount_pesewas,
    unique_phones = (SELECT count(*) FROM contest_voters WHERE contest_id = $1 AND kind = 'phone'),
    unique_emails = (SELECT count(*) FROM contest_voters WHERE contest_id = $1 AND kind = 'email'),
    version = n.version, version_at_end = CASE WHEN t.version_at_end IS NOT NULL THEN n.version END, updated_at = $2
  FROM next_version n, (SELECT coalesce(sum(votes), 0) AS votes, coalesce(sum(transactions), 0) AS transactions,
    coalesce(sum(amount_pesewas), 0) AS amount_pesewas FROM booked) b
  WHERE t.contest_id = $1
  RETURNING t.votes
),
contestants AS (
  INSERT INTO contestant_tallies (contestant_id, contest_id, category_id, votes, transactions, amount_pesewas, votes_after_end, version)
  SELECT contestant_id, $1, coalesce(b.category_id, t.category_id), coalesce(b.votes, 0), coalesce(b.transactions, 0),
    coalesce(b.amount_pesewas, 0), coalesce(b.votes_after_end, 0), (SELECT version FROM next_version)
  FROM (
    SELECT contestant_id, (array_agg(category_id))[1] AS category_id, sum(votes) AS votes, sum(transactions) AS transactions,
      sum(amount_pesewas) AS amount_pesewas,
      coalesce(sum(votes) FILTER (WHERE recorded_at > (SELECT at FROM contest_end)), 0) AS votes_after_end
    FROM booked GROUP BY contestant_id
  ) b
  FULL JOIN (SELECT * FROM contestant_tallies WHERE contest_id = $1) t USING (contestant_id)
  WHERE (coalesce(b.votes, 0), coalesce(b.transactions, 0), coalesce(b.amount_pesewas, 0), coalesce(b.votes_after_end, 0))
    <> (coalesce(t.votes, 0), coalesce(t.transactions, 0), coalesce(t.amount_pesewas, 0), coalesce(t.votes_after_end, 0))
  ORDER BY contestant_id
  ON CONFLICT (contestant_id) DO UPDATE SET contest_id = EXCLUDED.contest_id, category_id = EXCLUDED.category_id, votes = EXCLUDED.votes,
    transactions = EXCLUDED.transactions, amount_pesewas = EXCLUDED.amount_pesewas, votes_after_end = EXCLUDED.votes_after_end,
    version = EXCLUDED.version
  RETURNING contestant_id
),
hours AS (
  INSERT INTO contest_hours (contest_id, hour, method, channel, votes, transactions, amount_pesewas)
  SELECT $1, hour, method, channel, coalesce(b.votes, 0), coalesce(b.transactions, 0), coalesce(b.amount_pesewas, 0)
  FROM (
    SELECT hour, method, channel, sum(votes) AS votes, sum(transactions) AS transactions, sum(amount_pesewas) AS amount_pesewas
    FROM booked GROUP BY hour, method, channel
  ) b
  FULL JOIN (SELECT * FROM contest_hours WHERE contest_id = $1) h USING (hour, method, channel)
  WHERE (coalesce(b.votes, 0), coalesce(b.transactions, 0), coalesce(b.amount_pesewas, 0))
    <> (coalesce(h.votes, 0), coalesce(h.transactions, 0), coalesce(h.amount_pesewas, 0))
  ORDER BY hour, method, channel
  ON CONFLICT (contest_id, hour, method, channel) DO UPDATE SET votes = EXCLUDED.votes, transactions = EXCLUDED.transactions,
    amount_pesewas = EXCLUDED.amount_pesewas
  RETURNING hour
),
archived AS (
  INSERT INTO archived_hours (contestant_id, contest_id, hour, method, channel, votes, transactions)
  SELECT contestant_id, $1, hour, method, channel, coalesce(b.votes, 0), coalesce(b.transactions, 0)
  FROM (
    SELECT contestant_id, date_trunc('hour', recorded_at, 'UTC') AS hour, method, channel, sum(votes) AS votes, count(*) AS transactions
    FROM standing_ledger WHERE contest_id = $1 AND contestant_id = ANY($3::uuid[]) GROUP BY 1, 2, 3, 4
  ) b
  FULL JOIN (SELECT * FROM archived_hours WHERE contestant_id = ANY($3::uuid[])) a USING (contestant_id, hour, method, channel)
  WHERE (coalesce(b.votes, 0), coalesce(b.transactions, 0)) <> (coalesce(a.votes, 0), coalesce(a.transactions, 0))
  ORDER BY contestant_id, hour, method, channel
  ON CONFLICT (contestant_id, hour, method, channel) DO UPDATE SET votes = EXCLUDED.votes, transactions = EXCLUDED.transactions
  RETURNING hour
)
SELECT votes, (SELECT count(*) FROM contestants) AS contestants, (SELECT count(*) FROM hours) AS hours,
  (SELECT count(*) FROM archived) AS "archivedHours"
FROM contest
