-- name: choose-votes
-- Counted free votes that voters cast, as a quarantine chooses them.
--
-- Input   $1 contest, $2 from and $3 to (of the cast), $4 contestant, $5 the token was younger than so many minutes, $6 digest of the network,
--         $7 channel (each null: any), $8 and $9 ids between which such votes are, $10 most rows.
-- Locks   none; with the locks that the caller appends, the votes in the order of their ids and a share of their contestants.
-- Returns one row per vote, none of an archived contestant.
SELECT v.id, v.contestant_id, v.vote_count AS votes, v.voter_phone, encode(v.network_digest, 'hex') AS network
FROM votes v JOIN contestants p ON p.id = v.contestant_id
WHERE v.contest_id = $1 AND v.id >= $8::uuid AND v.id < $9::uuid AND v.created_at >= $2 AND v.created_at < $3
  AND v.status = 'COMPLETED' AND v.price_pesewas = 0 AND v.source <> 'MANUAL'
  AND ($4::uuid IS NULL OR v.contestant_id = $4) AND ($5::int IS NULL OR v.token_minutes < $5)
  AND ($6::bytea IS NULL OR v.network_digest = $6) AND ($7::text IS NULL OR lower(v.source) = $7)
  AND p.archived_at IS NULL AND EXISTS (SELECT FROM visible_contestants s WHERE s.id = p.id)
ORDER BY v.id
LIMIT $10

-- name: take-out
-- Take votes out of the count together: a QUARANTINE row each, with the next odd step.
--
-- Input   $1 quarantine, $2 now, $3 votes.
-- Locks   the votes and a share of their contestants are locked by the caller; none is of an archived contestant.
-- Writes  votes, ledger rows, the list of the quarantine, one negative outbox row per contestant, channel and hour in which they were counted.
-- Returns one row: casts and votes.
WITH taken AS (
  UPDATE votes SET status = 'FAILED', counted_at = NULL WHERE id = ANY($3::uuid[]) AND status = 'COMPLETED' RETURNING id
),
counted AS MATERIALIZED (
  SELECT l.*, (SELECT coalesce(max(q.step), 0) + 1 FROM vote_ledger q WHERE q.vote_id = l.vote_id AND q.kind = 'QUARANTINE') AS step
  FROM taken t JOIN standing_ledger l ON l.vote_id = t.id
),
ledger AS (
  INSERT INTO vote_ledger (vote_id, kind, step, contest_id, category_id, contestant_id, votes, amount_pesewas, method, channel, recorded_at)
  SELECT vote_id, 'QUARANTINE', step, contest_id, category_id, contestant_id, -votes, 0, method, channel, $2 FROM counted
),
noted AS (
  INSERT INTO quarantined_votes (quarantine_id, vote_id) SELECT $1, vote_id FROM counted
),
queued AS (
  INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas, hour, method, channel, created_at,
    is_correction)
  SELECT contest_id, category_id, contestant_id, -sum(votes), -count(*), 0, date_trunc('hour', recorded_at, 'UTC'), method, channel, $2, true
  FROM counted GROUP BY contest_id, category_id, contestant_id, date_trunc('hour', recorded_at, 'UTC'), method, channel
)
SELECT count(*) AS casts, coalesce(sum(votes), 0)::bigint AS votes FROM counted

-- name: lock-taken-out
-- The votes of a quarantine.
--
-- Input   $1 quarantine.
-- Locks   the votes in the order of their ids, and a share of their contestants.
-- Returns one row per vote that is still out of the count.
SELECT v.id, v.voter_phone, v.voter_email
FROM quarantined_votes q JOIN votes v ON v.id = q.vote_id JOIN contestants p ON p.id = v.contestant_id
WHERE q.quarantine_id = $1 AND v.status = 'FAILED'
ORDER BY v.id
FOR UPDATE OF v FOR KEY SHARE OF p

-- name: put-back
-- Put votes back into the count: a QUARANTINE row each, with the next even step, as of the hour in which they were counted first.
--
-- Input   $1 now; then arrays of equal length: $2 votes, $3 phone digests, $4 e-mail digests (null without one, or once it was erased).
-- Locks   the votes and a share of their contestants are locked by the caller.
-- Writes  votes, ledger rows, one outbox row per contestant, channel and hour, and the hours of archived contestants, which no reader sees.
-- Returns one row: casts and votes.
WITH input AS (
  SELECT * FROM unnest($2::uuid[], $3::bytea[], $4::bytea[]) AS t (id, phone_digest, email_digest)
),
gone AS MATERIALIZED (
  SELECT c.*, q.step AS last_step, i.phone_digest, i.email_digest, date_trunc('hour', c.recorded_at, 'UTC') AS hour, -q.votes AS restored
  FROM input i
  JOIN vote_ledger c ON c.vote_id = i.id AND c.kind = 'COUNT'
  JOIN LATERAL (SELECT step, votes FROM vote_ledger WHERE vote_id = i.id AND kind = 'QUARANTINE' ORDER BY step DESC LIMIT 1) q ON q.votes < 0
),
counting AS (
  UPDATE votes v SET status = 'COMPLETED', counted_at = o.recorded_at FROM gone o WHERE v.id = o.vote_id AND v.status = 'FAILED'
),
ledger AS (
  INSERT INTO vote_ledger (vote_id, kind, step, contest_id, category_id, contestant_id, votes, amount_pesewas, method, channel, recorded_at)
  SELECT vote_id, 'QUARANTINE', o.last_step + 1, contest_id, category_id, contestant_id, restored, 0, method, channel, $1 FROM gone o
),
listed AS (
  INSERT INTO archived_hours AS a (contestant_id, contest_id, hour, method, channel, votes, transactions)
  SELECT o.contestant_id, o.contest_id, o.hour, o.method, o.channel, sum(o.restored), count(*)
  FROM gone o JOIN uncounted_contestants u ON u.contestant_id = o.contestant_id
  GROUP BY o.contestant_id, o.contest_id, o.hour, o.method, o.channel
  ON CONFLICT (contestant_id, hour, method, channel) DO UPDATE SET votes = a.votes + EXCLUDED.votes,
    transactions = a.transactions + EXCLUDED.transactions
),
queued AS (
  INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas, hour, method, channel, phone_digests,
    email_digests, created_at, is_correction)
  SELECT contest_id, category_id, contestant_id, sum(restored), count(*), 0, hour, method, channel,
    coalesce(array_agg(phone_digest) FILTER (WHERE phone_digest IS NOT NULL), '{}'),
    coalesce(array_agg(email_digest) FILTER (WHERE email_digest IS NOT NULL), '{}'), $1, true
  FROM gone GROUP BY contest_id, category_id, contestant_id, hour, method, channel
)
SELECT count(*) AS casts, coalesce(sum(restored), 0)::bigint AS votes FROM gone

-- name: counts
-- Votes of the nominees of a contest as readers see them, and those in quarantine on one person's word.
--
-- Input   $1 contest.
-- Locks   none.
-- Returns one row per nominee.
SELECT p.id AS contestant_id, p.category_id, p.name, p."order", coalesce(t.votes, 0)::bigint AS votes,
  (SELECT coalesce(sum(q.votes), 0)::bigint FROM quarantines q
   WHERE q.contest_id = $1 AND q.applied_at IS NOT NULL AND q.undone_at IS NULL AND q.decision IS NULL) AS alone,
  (SELECT coalesce(sum(q.votes), 0)::bigint FROM quarantines q
   WHERE q.contest_id = $1 AND q.applied_at IS NOT NULL AND q.undone_at IS NULL) AS quarantined
FROM visible_contestants s JOIN contestants p ON p.id = s.id
LEFT JOIN contestant_tallies t ON t.contestant_id = p.id
WHERE p.contest_id = $1

-- name: list
-- Quarantines of a contest, the newest first.
--
-- Input   $1 contest, $2 one of them (null: all), $3 rows to skip, $4 most rows.
-- Locks   none.
-- Returns one row each, with the number of all.
SELECT q.id, q.contest_id AS "contestId", q.from_at AS "from", q.to_at AS "to", q.contestant_id AS "contestantId",
  q.token_younger_minutes AS "tokenYoungerThanMinutes", encode(q.network_digest, 'hex') AS "networkGroup", q.channel, q.reason, q.decision,
  q.casts, q.votes, q.asked_by AS "askedBy", concat_ws(' ', a.first_name, a.last_name) AS "askedByName", q.asked_at AS "askedAt",
  q.applied_at AS "appliedAt", q.decided_by AS "decidedBy", concat_ws(' ', d.first_name, d.last_name) AS "decidedByName",
  q.undone_at AS "undoneAt", count(*) OVER () AS total
FROM quarantines q
LEFT JOIN users a ON a.id = q.asked_by
LEFT JOIN users d ON d.id = q.decided_by
WHERE q.contest_id = $1 AND ($2::uuid IS NULL OR q.id = $2)
ORDER BY q.id DESC
OFFSET $3 LIMIT $4
