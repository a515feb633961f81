-- Add what has been counted for one contest to its tallies: exactly once, because the rows are deleted in the same statement.
--
-- Input   $1 contest, $2 most outbox rows to take, $3 now.
--         Votes of an election wait until their batch of the public log is written: the counts then tell no more than it (ADR 111).
-- Locks   the taken outbox rows (others are skipped); then voter rows, the contest's tally, the contestants' tallies, hours and minutes, each
--         group in key order, so that two drains of one contest queue up instead of deadlocking.
-- Returns one row: rows taken, since when the oldest of them could be taken, the new version and totals of the contest; no row when there was nothing to take.
WITH taken AS (
  DELETE FROM tally_outbox
  WHERE id = ANY(ARRAY(SELECT id FROM tally_outbox
    WHERE contest_id = $1 AND (released_at IS NOT NULL OR NOT EXISTS (SELECT FROM contests c WHERE c.id = $1 AND ballots_are_secret(c)))
    ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED))
  RETURNING *
),
-- Counted after the end: outside of what the public sees until results are final.
marked AS (
  SELECT t.*, coalesce(t.created_at > e.at, false) AS after_end
  FROM taken t, (SELECT (SELECT coalesce(ended_at, end_date) FROM contests WHERE id = $1) AS at) e
),
new_voters AS (
  INSERT INTO contest_voters (contest_id, kind, digest)
  SELECT DISTINCT $1::uuid, v.kind, v.digest
  FROM taken t
  CROSS JOIN LATERAL (
    SELECT 'phone' AS kind, unnest(t.phone_digests) AS digest
    UNION ALL SELECT 'email', unnest(t.email_digests)
  ) v
  ORDER BY 2, 3
  ON CONFLICT DO NOTHING
  RETURNING kind
),
contest AS (
  INSERT INTO contest_tallies AS c (contest_id, votes, transactions, amount_pesewas, unique_phones, unique_emails, version,
    version_at_end, updated_at)
  SELECT $1, sum(votes), sum(transactions), sum(amount_pesewas),
    (SELECT count(*) FROM new_voters WHERE kind = 'phone'), (SELECT count(*) FROM new_voters WHERE kind = 'email'), 1,
    CASE WHEN bool_and(after_end) THEN 0 ELSE 1 END, $3
  FROM marked HAVING count(*) > 0
  ON CONFLICT (contest_id) DO UPDATE SET
    votes = c.votes + EXCLUDED.votes,
    transactions = c.transactions + EXCLUDED.transactions,
    amount_pesewas = c.amount_pesewas + EXCLUDED.amount_pesewas,
    unique_phones = c.unique_phones + EXCLUDED.unique_phones,
    unique_emails = c.unique_emails + EXCLUDED.unique_emails,
    version = c.version + 1,
    version_at_end = CASE EXCLUDED.version_at_end WHEN 0 THEN coalesce(c.version_at_end, c.version) ELSE c.version + 1 END,
    updated_at = EXCLUDED.updated_at
  RETURNING version, votes, transactions, amount_pesewas, unique_phones
),
contestants AS (
  INSERT INTO contestant_tallies AS c (contestant_id, contest_id, category_id, votes, transactions, amount_pesewas, votes_after_end, version)
  SELECT t.contestant_id, $1, (array_agg(t.category_id))[1], sum(t.votes), sum(t.transactions), sum(t.amount_pesewas),
    coalesce(sum(t.votes) FILTER (WHERE t.after_end), 0), (SELECT version FROM contest)
  FROM marked t
  GROUP BY t.contestant_id
  ORDER BY t.contestant_id
  ON CONFLICT (contestant_id) DO UPDATE SET
    votes = c.votes + EXCLUDED.votes,
    transactions = c.transactions + EXCLUDED.transactions,
    amount_pesewas = c.amount_pesewas + EXCLUDED.amount_pesewas,
    votes_after_end = c.votes_after_end + EXCLUDED.votes_after_end,
    version = EXCLUDED.version
),
hours AS (
  INSERT INTO contest_hours AS h (contest_id, hour, method, channel, votes, transactions, amount_pesewas)
  SELECT $1, t.hour, t.method, t.channel, sum(t.votes), sum(t.transactions), sum(t.amount_pesewas)
  FROM taken t
  GROUP BY t.hour, t.method, t.channel
  ORDER BY t.hour, t.method, t.channel
  ON CONFLICT (contest_id, hour, method, channel) DO UPDATE SET
    votes = h.votes + EXCLUDED.votes,
    transactions = h.transactions + EXCLUDED.transactions,
    amount_pesewas = h.amount_pesewas + EXCLUDED.amount_pesewas
),
-- A ring of 128 minutes; what is older than two hours, or more than seven minutes ahead because the clock of a process is wrong, has no
-- slot of its own and is left out. Corrections are no votes that arrived.
minutes AS (
  INSERT INTO contest_minutes AS m (contest_id, slot, minute, votes)
  SELECT $1, (extract(epoch FROM t.minute)::bigint / 60) % 128, t.minute, sum(t.votes)
  FROM (SELECT date_trunc('minute', created_at, 'UTC') AS minute, votes FROM taken
        WHERE votes > 0 AND NOT is_correction AND created_at > $3::timestamptz - interval '2 hours'
          AND created_at < $3::timestamptz + interval '7 minutes') t
  GROUP BY t.minute
  ORDER BY t.minute
  ON CONFLICT (contest_id, slot) DO UPDATE SET
    votes = CASE WHEN m.minute = EXCLUDED.minute THEN m.votes ELSE 0 END + EXCLUDED.votes,
    minute = EXCLUDED.minute
  WHERE m.minute <= EXCLUDED.minute
)
SELECT (SELECT count(*) FROM taken) AS taken, (SELECT min(coalesce(released_at, created_at)) FROM taken) AS oldest_at, version, votes, transactions, amount_pesewas, unique_phones FROM contest
