-- Make one row of the sums of each host, contest and month that have several.
--
-- Input   $1 most rows. Call again while so many went.
-- Locks   the rows that go. Rows that another process is merging are left to it.
-- Writes  what is deleted and what is inserted have the same sums, in one statement: a reader sees either, and a crash leaves either.
-- Returns how many rows went.
WITH crowded AS (
  SELECT host_id, contest_id, month FROM host_sums GROUP BY host_id, contest_id, month HAVING count(*) > 1
),
gone AS (
  DELETE FROM host_sums WHERE id = ANY(ARRAY(
    SELECT s.id FROM crowded c
    JOIN host_sums s ON s.host_id = c.host_id AND s.month = c.month AND s.contest_id IS NOT DISTINCT FROM c.contest_id
    -- Rows that become one are together, so that each call makes fewer of them.
    ORDER BY s.host_id, s.contest_id, s.month
    LIMIT $1 FOR UPDATE OF s SKIP LOCKED))
  RETURNING *
),
one AS (
  INSERT INTO host_sums (host_id, contest_id, month, part, part_undivided, paid_out, kept, platform_fee, provider_fee, refunds, disputes,
    under_review, cash, came, went, lost, returned)
  SELECT host_id, contest_id, month, sum(part), sum(part_undivided), sum(paid_out), sum(kept), sum(platform_fee), sum(provider_fee),
    sum(refunds), sum(disputes), sum(under_review), sum(cash), sum(came), sum(went), sum(lost), sum(returned)
  FROM gone GROUP BY host_id, contest_id, month
)
SELECT count(*)::int AS rows FROM gone
