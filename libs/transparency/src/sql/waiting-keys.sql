-- Rows of a contest's ledger that are not in its log and may be logged now: by the quarter of an hour in which they were recorded, so that minutes of the log do not
-- fall back by more than that after an outage, and in random order within each; all of it in random order in elections, whose entries have the minute of their batch. Between the end and the final results only those of
-- before the end: the public counts are those of the end as well (ADR 61). While results are hidden, and in elections, the log grows in batches
-- (ADR 111): a row waits until the batch is due. What is recorded after the final results corrects them (ADR 61): it comes in its own order after all that it
-- may take back.
--
-- Input   $1 contest, $2 first vote id to look at (null: the whole ledger; batches and corrections are looked for in whole searches only), $3 now, $4 random
--         bytes, $5 most rows; $6 least wait, $7 least rows, $8 most wait of a batch (waits in milliseconds).
-- Locks   none.
-- Returns one row: arrays of equal length with the ledger's keys, rows of one vote in the order of the ledger; how many rows wait, also for a batch that is not
--         due; the tally's rows that may be tallied once these are logged: of this snapshot, so exactly those of rows that are logged or named here.
WITH contest AS (
  SELECT c.id, coalesce(c.ended_at, c.end_date) AS ends_at, c.results_final_at AS final_at,
    ballots_are_secret(c) AS is_secret, NOT c.show_results OR ballots_are_secret(c) AS is_batched
  FROM contests c WHERE c.id = $1
),
waiting AS (
  SELECT l.vote_id, l.kind, l.step, l.recorded_at, c.is_batched, c.is_secret, c.ends_at, c.final_at,
    -- A row never comes before another one of its vote that it may take back, also when clocks of two machines differ.
    max(l.recorded_at) OVER (PARTITION BY l.vote_id ORDER BY l.kind, l.step) AS follows_at
  FROM contest c JOIN vote_ledger l ON l.contest_id = c.id
  WHERE ($2::uuid IS NULL OR NOT c.is_batched AND l.vote_id >= $2 AND (l.recorded_at > c.final_at) IS NOT TRUE)
    AND (l.recorded_at <= c.ends_at OR c.final_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM log_entries e WHERE e.vote_id = l.vote_id AND e.kind = l.kind AND e.step = l.step)
),
batch AS (
  SELECT count(*) AS waiting, coalesce(bool_or(NOT is_batched OR $3::timestamptz >= ends_at), false)
    OR min(recorded_at) <= $3::timestamptz - $8::int * interval '1 ms'
    OR min(recorded_at) <= $3::timestamptz - $6::int * interval '1 ms' AND count(*) >= $7::int AS is_due
  FROM waiting
),
taken AS (
  SELECT w.vote_id, w.kind, w.step, row_number() OVER (ORDER BY
    CASE WHEN w.follows_at > w.final_at THEN w.follows_at END NULLS FIRST,
    CASE WHEN NOT w.is_secret THEN date_bin('15 minutes', w.follows_at, 'epoch') END,
    sha256($4::bytea || uuid_send(w.vote_id)), w.kind, w.step) AS place
  FROM waiting w, batch WHERE batch.is_due
  ORDER BY place LIMIT $5
)
SELECT waiting, coalesce(vote_ids, '{}') AS vote_ids, coalesce(kinds, '{}') AS kinds, coalesce(steps, '{}') AS steps,
  CASE WHEN $2::uuid IS NULL AND waiting = coalesce(cardinality(vote_ids), 0) THEN ARRAY(
    SELECT o.id FROM tally_outbox o JOIN contest c ON c.id = o.contest_id AND c.is_secret WHERE o.released_at IS NULL)
  ELSE '{}' END AS outbox
FROM batch, (
  SELECT array_agg(vote_id ORDER BY place) AS vote_ids, array_agg(kind ORDER BY place) AS kinds, array_agg(step ORDER BY place) AS steps
  FROM taken) t
