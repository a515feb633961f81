-- Sums of the provider's payments for a contest, as the books have them: what the log is compared with on the public audit page.
--
-- Input   $1 contest.
-- Returns one row; amounts in pesewas. What is not paid is in no sum.
SELECT count(*) AS payments,
  count(*) FILTER (WHERE p.state IN ('COMPLETED', 'DISPUTED')) AS counted,
  coalesce(sum(p.amount_pesewas) FILTER (WHERE p.state IN ('COMPLETED', 'DISPUTED')), 0)::bigint AS counted_pesewas,
  coalesce(sum(r.amount_pesewas) FILTER (WHERE p.state IN ('COMPLETED', 'DISPUTED')), 0)::bigint AS partly_returned_pesewas,
  count(*) FILTER (WHERE p.state IN ('REFUNDED', 'REVERSED')) AS returned,
  coalesce(sum(p.amount_pesewas) FILTER (WHERE p.state IN ('REFUNDED', 'REVERSED')), 0)::bigint AS returned_pesewas,
  count(*) FILTER (WHERE p.state IN ('DUPLICATE_PAID', 'LATE_PAID', 'REFUND_DUE', 'REFUNDING', 'REFUND_ATTENTION')) AS returning,
  coalesce(sum(p.amount_pesewas) FILTER (WHERE p.state IN ('DUPLICATE_PAID', 'LATE_PAID', 'REFUND_DUE', 'REFUNDING', 'REFUND_ATTENTION')), 0)::bigint
    AS returning_pesewas,
  count(*) FILTER (WHERE p.state = 'REVIEW') AS held,
  coalesce(sum(p.amount_pesewas) FILTER (WHERE p.state = 'REVIEW'), 0)::bigint AS held_pesewas,
  (SELECT count(*) FROM book_differences d WHERE d.contest_id = $1 AND d.resolved_at IS NULL) AS differences,
  (SELECT max(day)::text FROM reconciled_days) AS compared_until
FROM payments p
LEFT JOIN LATERAL (SELECT sum(m.amount_pesewas) AS amount_pesewas FROM money_returns m WHERE m.payment_id = p.id) r
  ON p.state IN ('COMPLETED', 'DISPUTED')
WHERE p.contest_id = $1 AND p.method = 'PAYSTACK'
