-- Sums of the provider's payments for a contest, as the books have them: what the log is compared with on the public audit page. Between the
-- end and the final results the counted ones are those of the end, as in the log and in the public counts (ADR 61).
--
-- Input   $1 contest, $2 now.
-- Returns one row; amounts in pesewas, of each payment what was taken for its votes (payment_money). What is not paid is in no sum; nor is, until results are final, what was counted after the end.
WITH ended AS MATERIALIZED (
  SELECT coalesce(c.ended_at, c.end_date) AS at FROM contests c
  WHERE c.id = $1 AND c.results_final_at IS NULL AND coalesce(c.ended_at, c.end_date) <= $2
),
shown AS (
  SELECT p.id, m.taken, m.received, e.at AS until,
    CASE
      WHEN e.at IS NULL THEN p.state
      WHEN EXISTS (SELECT FROM vote_ledger l WHERE l.vote_id = p.vote_id AND l.kind = 'COUNT' AND l.payment_id = p.id AND l.recorded_at <= e.at)
        AND NOT EXISTS (SELECT FROM vote_ledger l WHERE l.vote_id = p.vote_id AND l.kind = 'REVERSAL' AND l.recorded_at <= e.at)
      THEN 'COMPLETED'
      WHEN p.state NOT IN ('COMPLETED', 'DISPUTED') THEN p.state
    END AS state
  FROM payments p JOIN payment_money m ON m.payment_id = p.id LEFT JOIN ended e ON true
  WHERE p.contest_id = $1 AND p.method = 'PAYSTACK'
)
SELECT count(*) AS payments,
  count(*) FILTER (WHERE p.state IN ('COMPLETED', 'DISPUTED')) AS counted,
  coalesce(sum(p.taken) FILTER (WHERE p.state IN ('COMPLETED', 'DISPUTED')), 0)::bigint AS counted_pesewas,
  coalesce(sum(r.returned) FILTER (WHERE p.state IN ('COMPLETED', 'DISPUTED')), 0)::bigint AS partly_returned_pesewas,
  count(*) FILTER (WHERE p.state IN ('REFUNDED', 'REVERSED')) AS returned,
  coalesce(sum(p.taken) FILTER (WHERE p.state IN ('REFUNDED', 'REVERSED')), 0)::bigint AS returned_pesewas,
  count(*) FILTER (WHERE p.state IN ('DUPLICATE_PAID', 'LATE_PAID', 'REFUND_DUE', 'REFUNDING', 'REFUND_ATTENTION')) AS returning,
  coalesce(sum(p.taken) FILTER (WHERE p.state IN ('DUPLICATE_PAID', 'LATE_PAID', 'REFUND_DUE', 'REFUNDING', 'REFUND_ATTENTION')), 0)::bigint
    AS returning_pesewas,
  count(*) FILTER (WHERE p.state = 'REVIEW') AS held,
  coalesce(sum(p.taken) FILTER (WHERE p.state = 'REVIEW'), 0)::bigint AS held_pesewas,
  (SELECT count(*) FROM book_differences d WHERE d.contest_id = $1 AND d.resolved_at IS NULL) AS differences,
  (SELECT max(day)::text FROM reconciled_days) AS compared_until
FROM shown p
LEFT JOIN LATERAL (
  -- As the ledger: the share of what was taken for the votes.
  SELECT floor(p.taken::numeric * least(coalesce(sum(m.amount_pesewas), 0), p.received) / nullif(p.received, 0))::bigint AS returned FROM money_returns m
  WHERE m.payment_id = p.id AND (p.until IS NULL OR m.recorded_at <= p.until)) r
  ON p.state IN ('COMPLETED', 'DISPUTED')
