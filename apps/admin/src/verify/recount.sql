-- Recount one contest from the ledger and compare every tally with it.
--
-- Input   $1 contest. Run at REPEATABLE READ: ledger, outbox and tallies must be of one moment.
-- Locks   none.
-- Returns one row per difference: which tally, its key, the figure, what the ledger says, what the tally says. What still waits in
--         the outbox is counted but not tallied yet, so it is taken off the ledger's side.
WITH waiting AS MATERIALIZED (
  SELECT contestant_id, hour, method, channel, votes, transactions::bigint AS transactions, amount_pesewas
  FROM tally_outbox WHERE contest_id = $1
),
booked AS MATERIALIZED (
  -- What was taken back belongs to the hour in which its vote was counted; a part of it leaves the transaction.
  SELECT l.contestant_id, date_trunc('hour', coalesce(c.recorded_at, l.recorded_at), 'UTC') AS hour, l.method, l.channel,
    l.votes::bigint AS votes, CASE l.kind WHEN 'COUNT' THEN 1 WHEN 'REVERSAL' THEN -1 WHEN 'QUARANTINE' THEN sign(l.votes) ELSE 0 END::bigint AS transactions, l.amount_pesewas
  FROM vote_ledger l LEFT JOIN vote_ledger c ON l.kind <> 'COUNT' AND c.vote_id = l.vote_id AND c.kind = 'COUNT'
  WHERE l.contest_id = $1
  UNION ALL
  SELECT contestant_id, hour, method, channel, -votes, -transactions, -amount_pesewas FROM waiting
),
figures AS (
  SELECT 'contest' AS tally, '' AS key, sum(votes) AS votes, sum(transactions) AS transactions, sum(amount_pesewas) AS pesewas
  FROM booked
  UNION ALL
  SELECT 'contestant', contestant_id::text, sum(votes), sum(transactions), sum(amount_pesewas) FROM booked GROUP BY contestant_id
  UNION ALL
  SELECT 'hour', concat_ws(' ', to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24'), method, channel),
    sum(votes), sum(transactions), sum(amount_pesewas)
  FROM booked GROUP BY hour, method, channel
  UNION ALL
  SELECT 'archived hour', concat_ws(' ', l.contestant_id, to_char(l.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24'), l.method, l.channel),
    sum(l.votes), count(*), 0
  FROM standing_ledger l JOIN uncounted_contestants u ON u.contestant_id = l.contestant_id
  WHERE l.contest_id = $1 GROUP BY 2
),
tallies AS (
  SELECT 'contest' AS tally, '' AS key, votes, transactions, amount_pesewas AS pesewas FROM contest_tallies WHERE contest_id = $1
  UNION ALL
  SELECT 'contestant', contestant_id::text, votes, transactions, amount_pesewas FROM contestant_tallies WHERE contest_id = $1
  UNION ALL
  SELECT 'hour', concat_ws(' ', to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24'), method, channel), votes, transactions,
    amount_pesewas
  FROM contest_hours WHERE contest_id = $1
  UNION ALL
  SELECT 'archived hour', concat_ws(' ', contestant_id, to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24'), method, channel), votes,
    transactions, 0
  FROM archived_hours WHERE contest_id = $1
),
compared AS (
  SELECT tally, key, figure, booked, tallied
  FROM figures FULL JOIN tallies USING (tally, key)
  CROSS JOIN LATERAL (VALUES
    ('votes', coalesce(figures.votes, 0), coalesce(tallies.votes, 0)),
    ('transactions', coalesce(figures.transactions, 0), coalesce(tallies.transactions, 0)),
    ('pesewas', coalesce(figures.pesewas, 0), coalesce(tallies.pesewas, 0))
  ) AS f (figure, booked, tallied)
  UNION ALL
  SELECT 'contest', '', 'unique ' || kind || 's', (SELECT count(*) FROM contest_voters v WHERE v.contest_id = $1 AND v.kind = k.kind),
    coalesce((SELECT CASE k.kind WHEN 'phone' THEN unique_phones ELSE unique_emails END FROM contest_tallies WHERE contest_id = $1), 0)
  FROM (VALUES ('phone'), ('email')) AS k (kind)
)
SELECT tally, key, figure, booked::bigint AS booked, tallied::bigint AS tallied FROM compared WHERE booked <> tallied ORDER BY tally, key, figure
