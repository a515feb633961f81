-- What the journal says of one host, what of its payments the provider reported otherwise than it was asked, and what of its settlements
-- cannot be explained.
--
-- Input   $1 host, $2 at most so many differences of each kind.
-- Locks   none.
-- Returns one row; sums in pesewas, credits positive.
WITH entries AS (
  SELECT coalesce(-sum(organiser_payable) FILTER (WHERE payment_id IS NOT NULL), 0)::bigint AS payable,
    coalesce(-sum(organiser_payable) FILTER (WHERE payment_id IS NOT NULL AND is_unsplit), 0)::bigint AS with_platform,
    coalesce(sum(organiser_payable) FILTER (WHERE settlement_id IS NOT NULL), 0)::bigint AS received,
    coalesce(-sum(platform_fee) - sum(fee_recovered), 0)::bigint AS fees,
    coalesce(-sum(refunds) - sum(disputes), 0)::bigint AS aside,
    coalesce(-sum(under_review), 0)::bigint AS review,
    coalesce(sum(provider_clearing + provider_fee) FILTER (WHERE payment_id IS NOT NULL), 0)::bigint AS left_over,
    coalesce(sum(manual_cash), 0)::bigint AS cash
  FROM journal j
  -- Paid before the host had an account: its part went to the platform.
  LEFT JOIN LATERAL (SELECT p.subaccount_code IS NULL AS is_unsplit FROM payments p WHERE p.id = j.payment_id) p ON true
  WHERE host_id = $1
),
returned AS (
  SELECT coalesce(sum(r.amount_pesewas), 0)::bigint AS amount
  FROM money_returns r JOIN payments p ON p.id = r.payment_id AND p.method <> 'MANUAL'
  WHERE r.currency = 'GHS' AND EXISTS (SELECT FROM journal j WHERE j.payment_id = p.id AND j.step = 1 AND j.host_id = $1)
),
told AS (
  SELECT p.reference, p.charge_pesewas AS asked,
    p.told_platform_pesewas + CASE WHEN p.fee_bearer = 'platform' THEN coalesce(p.fees_pesewas, 0) ELSE 0 END AS told
  FROM journal j JOIN payments p ON p.id = j.payment_id
  WHERE j.host_id = $1 AND j.step = 1 AND p.subaccount_code IS NOT NULL
    AND (p.told_subaccount IS DISTINCT FROM p.subaccount_code
      OR p.told_platform_pesewas + p.told_host_pesewas + coalesce(p.fees_pesewas, 0) IS DISTINCT FROM p.provider_amount_pesewas
      OR p.told_platform_pesewas + CASE WHEN p.fee_bearer = 'platform' THEN coalesce(p.fees_pesewas, 0) ELSE 0 END
        IS DISTINCT FROM p.charge_pesewas)
  ORDER BY j.payment_id DESC LIMIT $2
),
unexplained AS (
  SELECT class, subject, provider_id, theirs_pesewas AS theirs, ours_pesewas AS ours, found_at
  FROM settlement_differences WHERE host_id = $1 AND resolved_at IS NULL ORDER BY found_at, class, subject LIMIT $2
)
SELECT e.*, r.amount AS returned, (SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') FROM told t) AS differences,
  (SELECT coalesce(jsonb_agg(to_jsonb(u)), '[]') FROM unexplained u) AS unexplained
FROM entries e, returned r
