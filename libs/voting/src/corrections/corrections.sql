-- name: lock-result
-- Keep the tallies of a contest as they are until the transaction ends: a drain takes this row before it changes any other.
--
-- Input   $1 contest.
-- Locks   the contest's tally. The contest's row is locked by the caller.
SELECT FROM contest_tallies WHERE contest_id = $1 FOR UPDATE

-- name: read-result
-- The result of a contest: what is counted, tallied or not, of every contestant that readers see.
--
-- Input   $1 contest.
-- Locks   none.
-- Returns one row per contestant, categories in their order.
SELECT k.id AS "categoryId", k.name AS "categoryName", p.id, p.name, p."order",
  (coalesce(t.votes, 0) + coalesce((SELECT sum(o.votes) FROM tally_outbox o WHERE o.contest_id = $1 AND o.contestant_id = p.id), 0))::bigint AS votes
FROM categories k
JOIN contestants p ON p.category_id = k.id AND p.archived_at IS NULL
LEFT JOIN contestant_tallies t ON t.contestant_id = p.id
WHERE k.contest_id = $1 AND k.archived_at IS NULL
ORDER BY k."order", k.name, k.id

-- name: count-correction
-- Write what a correction adds and takes away into the ledger: rows of their own, so that the log's entries add up to the corrected result. Added
-- votes are votes by hand without money. What is taken away is of no single vote: a PARTIAL row, which the log calls a reversal.
--
-- Input   $1 contest, $2 now; then arrays of equal length: $3 ids, $4 contestants, $5 votes (signed).
-- Locks   the contest's row and tally are locked by the caller.
-- Writes  votes, ledger rows, one outbox row for each of them.
WITH input AS (
  SELECT t.id, t.contestant_id, t.votes, p.category_id
  FROM unnest($3::uuid[], $4::uuid[], $5::int[]) AS t (id, contestant_id, votes)
  JOIN contestants p ON p.id = t.contestant_id
),
written AS (
  INSERT INTO votes (id, contest_id, category_id, contestant_id, vote_count, price_pesewas, amount_pesewas, status, source,
    idempotency_key, request_digest, created_at, counted_at)
  SELECT id, $1, category_id, contestant_id, votes, 0, 0, 'COMPLETED', 'MANUAL', id, '', $2, $2 FROM input WHERE votes > 0
),
ledger AS (
  INSERT INTO vote_ledger (vote_id, kind, step, contest_id, category_id, contestant_id, votes, amount_pesewas, method, channel, recorded_at)
  SELECT id, CASE WHEN votes > 0 THEN 'COUNT' ELSE 'PARTIAL' END, CASE WHEN votes > 0 THEN 0 ELSE 1 END, $1, category_id, contestant_id,
    votes, 0, 'MANUAL', 'manual', $2
  FROM input
)
INSERT INTO tally_outbox (contest_id, category_id, contestant_id, votes, transactions, amount_pesewas, hour, method, channel, created_at)
SELECT $1, category_id, contestant_id, votes, CASE WHEN votes > 0 THEN 1 ELSE 0 END, 0, date_trunc('hour', $2::timestamptz, 'UTC'),
  'MANUAL', 'manual', $2
FROM input

-- name: list-corrections
-- Corrections with the people who asked and decided, newest first.
--
-- Input   $1 contest (null: any), $2 whether only those that wait, $3 most rows.
SELECT r.id, r.contest_id AS "contestId", c.title, r.changes, r.reason, r.version, r.asked_by AS "askedBy",
  trim(u.first_name || ' ' || u.last_name) AS "askedByName", r.asked_at AS "askedAt", r.decision, r.decided_by AS "decidedBy",
  trim(d.first_name || ' ' || d.last_name) AS "decidedByName", r.decided_at AS "decidedAt", r.decision_reason AS "decisionReason"
FROM result_corrections r
JOIN contests c ON c.id = r.contest_id AND c.archived_at IS NULL
LEFT JOIN users u ON u.id = r.asked_by
LEFT JOIN users d ON d.id = r.decided_by
WHERE ($1::uuid IS NULL OR r.contest_id = $1) AND (NOT $2::boolean OR r.decision IS NULL)
ORDER BY r.id DESC
LIMIT $3
