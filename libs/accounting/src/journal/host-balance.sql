-- What the books say of one host, what of its payments the provider reported otherwise than it was asked, and what of its settlements
-- cannot be explained.
--
-- Input   $1 host, $2 at most so many differences of each kind.
-- Locks   none.
-- Returns one row; sums in pesewas. It reads sums and not the journal (ADR 122).
WITH sums AS (
  SELECT coalesce(sum(part), 0)::bigint AS payable, coalesce(sum(part_undivided), 0)::bigint AS with_platform,
    coalesce(sum(paid_out), 0)::bigint AS received, coalesce(sum(platform_fee + provider_fee), 0)::bigint AS fees,
    coalesce(sum(refunds + disputes), 0)::bigint AS aside, coalesce(sum(under_review), 0)::bigint AS review,
    coalesce(sum(kept), 0)::bigint AS left_over, coalesce(sum(cash), 0)::bigint AS cash, coalesce(sum(returned), 0)::bigint AS returned
  FROM host_sums WHERE host_id = $1
),
-- The conditions are those of the index payments_reported_otherwise: what is not reported says nothing. A range of one host, in the order of the index: with `=` the server may read all
-- payments from the newest back instead, where most are of one host and none was told otherwise.
told AS (
  SELECT p.reference, p.charge_pesewas AS "askedPesewas",
    p.told_platform_pesewas + CASE WHEN p.fee_bearer = 'platform' THEN coalesce(p.fees_pesewas, 0) ELSE 0 END AS "toldPesewas"
  FROM payments p
  WHERE p.host_id BETWEEN $1 AND $1 AND p.subaccount_code IS NOT NULL AND p.told_platform_pesewas IS NOT NULL
    AND p.state NOT IN ('CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED', 'FAILED', 'FAILED_INIT', 'EXPIRED')
    AND (p.told_subaccount <> p.subaccount_code
      OR p.told_platform_pesewas + p.told_host_pesewas + coalesce(p.fees_pesewas, 0) IS DISTINCT FROM p.provider_amount_pesewas
      OR p.told_platform_pesewas + CASE WHEN p.fee_bearer = 'platform' THEN coalesce(p.fees_pesewas, 0) ELSE 0 END
        IS DISTINCT FROM p.charge_pesewas)
    AND EXISTS (SELECT FROM journal j WHERE j.payment_id = p.id AND j.step = 1)
  ORDER BY p.host_id DESC, p.id DESC LIMIT $2
),
unexplained AS (
  SELECT /* difference */ FROM settlement_differences d
  WHERE d.host_id = $1 AND d.resolved_at IS NULL ORDER BY d.found_at DESC, d.class, d.subject LIMIT $2
)
SELECT s.*, (SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') FROM told t) AS differences,
  (SELECT coalesce(jsonb_agg(to_jsonb(u)), '[]') FROM unexplained u) AS unexplained
FROM sums s
