-- One contest's provider money by state, from the payments alone; the ledger's sum beside it, for comparison.
--
-- Input   $1 contest, $2 states by class: an object from state to class, $3 a check due before this is overdue, $4 an outbox row older
--         than this lags, $5 most differences.
-- Locks   none.
-- Returns one row.
WITH own AS (
  SELECT p.id, p.vote_id, p.state, $2::jsonb ->> p.state AS class, p.amount_pesewas, p.paid_at, p.created_at, p.next_check_at,
    m.taken, m.returned AS back,
    p.paid_at IS NOT NULL AND coalesce(p.provider_currency, p.currency) <> p.currency AS foreign_money
  FROM payments p JOIN payment_money m ON m.payment_id = p.id
  WHERE p.contest_id = $1 AND p.method = 'PAYSTACK'
),
-- A super admin took what was paid for what was asked. The ledger has what was taken; before ADR 61 it had what was asked.
otherwise AS (
  SELECT count(*) AS payments, coalesce(sum(taken - l.amount_pesewas), 0)::bigint AS "amountPesewas",
    min(coalesce(paid_at, created_at)) AS oldest
  FROM own JOIN vote_ledger l ON l.vote_id = own.vote_id AND l.kind = 'COUNT' AND l.payment_id = own.id
  WHERE class = 'counted' AND (foreign_money OR taken <> own.amount_pesewas)
),
provider AS (
  SELECT /* difference */ FROM book_differences WHERE contest_id = $1 AND resolved_at IS NULL ORDER BY found_at DESC, reference LIMIT $5
),
classes AS (
  SELECT class, count(*) AS payments, sum(amount) AS taken, min(at) AS oldest
  FROM (
    -- What went back in part is refunded, wherever the rest is.
    SELECT CASE WHEN m.is_back THEN 'refunded' ELSE class END AS class,
      CASE WHEN m.is_back THEN back ELSE taken - CASE WHEN class IN ('refunded', 'reversed') THEN 0 ELSE back END END
        AS amount,
      coalesce(paid_at, created_at) AS at
    FROM own CROSS JOIN (VALUES (false), (true)) AS m (is_back)
    WHERE class <> 'undecided' AND (NOT m.is_back OR back > 0 AND class NOT IN ('refunded', 'reversed'))
  ) parts
  GROUP BY class
)
SELECT
  (SELECT coalesce(sum(taken), 0)::bigint FROM own) AS taken,
  (SELECT count(*) FROM own WHERE class = 'undecided' AND state NOT IN ('FAILED', 'FAILED_INIT', 'EXPIRED')) AS undecided,
  (SELECT coalesce(sum(amount_pesewas), 0)::bigint FROM vote_ledger WHERE contest_id = $1 AND method = 'PAYSTACK') AS counted,
  EXISTS (SELECT FROM own WHERE next_check_at < $3) OR EXISTS (SELECT FROM tally_outbox WHERE contest_id = $1 AND created_at < $4)
    OR EXISTS (SELECT FROM provider WHERE class = 'not-booked') AS incomplete,
  (SELECT to_jsonb(o) FROM otherwise o WHERE o.payments > 0) AS otherwise,
  (SELECT coalesce(jsonb_agg(to_jsonb(p) ORDER BY "foundAt" DESC), '[]') FROM provider p) AS provider,
  (SELECT max(day)::text FROM reconciled_days) AS compared_through,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('class', class, 'payments', payments, 'amountPesewas', coalesce(taken, 0), 'oldest', oldest) ORDER BY class), '[]') FROM classes) AS classes
