-- Compare the sums of the books (ADR 122) with the journal's entries.
--
-- Input   $1 contest; null: entries of settlements, which are of no contest. Run at REPEATABLE READ.
-- Locks   none.
-- Returns one row per host, month and figure (pesewas) that differs; no row when they agree.
WITH entries AS (
  SELECT host_id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, payment_id IS NOT NULL AS is_payment, organiser_payable, platform_fee,
    fee_recovered, refunds, disputes, under_review, manual_cash, provider_clearing, provider_fee, losses
  FROM journal WHERE contest_id IS NOT DISTINCT FROM $1::uuid AND host_id IS NOT NULL
),
booked AS (
  SELECT host_id, month, coalesce(-sum(organiser_payable) FILTER (WHERE is_payment), 0) AS part,
    coalesce(sum(organiser_payable) FILTER (WHERE NOT is_payment), 0) AS paid_out,
    coalesce(sum(provider_clearing + provider_fee + losses) FILTER (WHERE is_payment), 0) AS kept, -sum(platform_fee) AS platform_fee,
    -sum(fee_recovered) AS provider_fee, -sum(refunds) AS refunds, -sum(disputes) AS disputes, -sum(under_review) AS under_review,
    sum(manual_cash) AS cash
  FROM entries GROUP BY host_id, month
),
tallied AS (
  SELECT host_id, month, sum(part) AS part, sum(paid_out) AS paid_out, sum(kept) AS kept, sum(platform_fee) AS platform_fee,
    sum(provider_fee) AS provider_fee, sum(refunds) AS refunds, sum(disputes) AS disputes, sum(under_review) AS under_review, sum(cash) AS cash
  FROM host_sums WHERE contest_id IS NOT DISTINCT FROM $1::uuid GROUP BY host_id, month
)
SELECT 'books of the host' AS tally, host_id || ' ' || month AS key, f.figure, f.booked::bigint AS booked, f.tallied::bigint AS tallied
FROM booked b FULL JOIN tallied s USING (host_id, month)
CROSS JOIN LATERAL (VALUES
  ('part', coalesce(b.part, 0), coalesce(s.part, 0)),
  ('paid out', coalesce(b.paid_out, 0), coalesce(s.paid_out, 0)),
  ('kept', coalesce(b.kept, 0), coalesce(s.kept, 0)),
  ('platform fee', coalesce(b.platform_fee, 0), coalesce(s.platform_fee, 0)),
  ('provider fee', coalesce(b.provider_fee, 0), coalesce(s.provider_fee, 0)),
  ('refunds', coalesce(b.refunds, 0), coalesce(s.refunds, 0)),
  ('disputes', coalesce(b.disputes, 0), coalesce(s.disputes, 0)),
  ('under review', coalesce(b.under_review, 0), coalesce(s.under_review, 0)),
  ('cash', coalesce(b.cash, 0), coalesce(s.cash, 0))
) AS f (figure, booked, tallied)
WHERE f.booked <> f.tallied
ORDER BY 2, 3
