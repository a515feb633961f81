-- What of the settlements cannot be explained now.
--
-- Input   $1 settlements after this are looked at, and those with an open difference; $2 the smallest id of payments of that time; $3 paid
--         before this, a payment must be in a settlement; $4 states of payments whose money is ours and the host's; $5 hosts whose settlements
--         were read, $6 whether the platform's own were.
-- Locks   none.
-- Returns one row per difference: class, subject, host, the provider's id of the settlement, what the provider says and what follows from
--         the books, in pesewas.
WITH recent AS (
  SELECT * FROM settlements s
  WHERE (s.host_id = ANY($5::uuid[]) OR $6 AND s.host_id IS NULL)
    AND (s.settled_at > $1 OR s.provider_id IN (SELECT provider_id FROM settlement_differences WHERE resolved_at IS NULL))
),
-- The parts of each settlement's payments, as the provider reported them when they were paid; where nothing was heard of a payment before its
-- money was back, as the settlement lists them.
part AS (
  SELECT s.id, s.provider_id, s.host_id, s.status, sp.reference, sp.payment_id,
    p.id IS NULL OR s.host_id IS NOT NULL AND p.subaccount_code IS DISTINCT FROM s.subaccount_code
      OR NOT EXISTS (SELECT FROM journal j WHERE j.payment_id = p.id) AS is_unknown,
    sp.amount_pesewas AS theirs,
    CASE WHEN p.id IS NULL THEN sp.amount_pesewas
      WHEN s.host_id IS NOT NULL THEN coalesce(p.told_host_pesewas, sp.amount_pesewas, t.taken - c.charge - CASE WHEN c.bears THEN t.fee ELSE 0 END)
      WHEN p.subaccount_code IS NULL THEN coalesce(p.provider_amount_pesewas - t.fee, sp.amount_pesewas, t.taken - t.fee)
      ELSE coalesce(p.told_platform_pesewas, sp.amount_pesewas, c.charge - CASE WHEN c.bears THEN 0 ELSE t.fee END) END AS ours
  FROM recent s
  JOIN settlement_payments sp ON sp.settlement_id = s.id
  LEFT JOIN payments p ON p.id = sp.payment_id
  CROSS JOIN LATERAL (
    SELECT coalesce(p.provider_amount_pesewas, p.amount_pesewas) AS taken, coalesce(p.fees_pesewas, 0) AS fee) t
  CROSS JOIN LATERAL (SELECT coalesce(p.charge_pesewas, 0) AS charge, p.fee_bearer IS DISTINCT FROM 'platform' AS bears) c
),
amounts AS (
  SELECT 'amount' AS class, s.provider_id AS subject, s.host_id, s.provider_id, s.amount_pesewas + s.deductions_pesewas AS theirs,
    coalesce(q.ours, 0)::bigint AS ours
  FROM recent s LEFT JOIN (SELECT id, sum(ours) AS ours FROM part GROUP BY id) q ON q.id = s.id
  WHERE s.status <> 'FAILED' AND s.amount_pesewas + s.deductions_pesewas <> coalesce(q.ours, 0)
),
unknown AS (
  SELECT DISTINCT ON (reference, host_id) 'unknown-payment' AS class,
    reference || CASE WHEN host_id IS NULL THEN ' none' ELSE '' END AS subject, host_id, provider_id, theirs, 0::bigint AS ours
  FROM part WHERE is_unknown AND status <> 'FAILED' ORDER BY reference, host_id, provider_id
),
twice AS (
  SELECT DISTINCT ON (r.reference, r.host_id) 'paid-twice' AS class,
    r.reference || CASE WHEN r.host_id IS NULL THEN ' none' ELSE '' END AS subject, r.host_id, r.provider_id, r.theirs, 0::bigint AS ours
  FROM part r
  JOIN settlement_payments o ON o.payment_id = r.payment_id AND o.settlement_id <> r.id
  JOIN settlements s ON s.id = o.settlement_id AND s.status <> 'FAILED' AND s.host_id IS NOT DISTINCT FROM r.host_id
  WHERE r.status <> 'FAILED' ORDER BY r.reference, r.host_id, r.provider_id DESC
),
-- More was kept than the host's shares of what went back, or is set aside to go back.
kept AS (
  SELECT host_id, sum(deductions_pesewas)::bigint AS theirs FROM settlements
  WHERE status <> 'FAILED' AND host_id IN (SELECT host_id FROM recent WHERE deductions_pesewas > 0) GROUP BY host_id
),
deductions AS (
  SELECT 'deductions' AS class, k.host_id::text AS subject, k.host_id, NULL::text AS provider_id, k.theirs, g.back AS ours
  FROM kept k
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(CASE WHEN p.state = 'REVIEW' THEN p.returned_pesewas
      ELSE b.change + coalesce(p.told_host_pesewas, coalesce(p.provider_amount_pesewas, p.amount_pesewas) - coalesce(p.charge_pesewas, 0)
        - CASE WHEN p.fee_bearer = 'platform' THEN 0 ELSE coalesce(p.fees_pesewas, 0) END) END), 0)::bigint AS back
    FROM (SELECT payment_id, sum(organiser_payable) AS change FROM journal
      WHERE host_id = k.host_id AND payment_id IS NOT NULL GROUP BY payment_id) b
    JOIN payments p ON p.id = b.payment_id AND p.subaccount_code IS NOT NULL) g
  WHERE k.theirs > g.back
),
failed AS (
  SELECT 'failed' AS class, s.provider_id AS subject, s.host_id, s.provider_id, 0::bigint AS theirs, s.amount_pesewas AS ours
  FROM recent s
  WHERE s.status = 'FAILED' AND EXISTS (
    SELECT FROM settlement_payments sp WHERE sp.settlement_id = s.id AND NOT EXISTS (
      SELECT FROM settlement_payments o JOIN settlements l ON l.id = o.settlement_id AND l.status <> 'FAILED'
        AND l.host_id IS NOT DISTINCT FROM s.host_id
      WHERE o.reference = sp.reference))
),
-- One row for each host and day of payment.
missing AS (
  SELECT 'missing' AS class, q.host_id || ' ' || q.day AS subject, q.host_id, NULL::text AS provider_id, 0::bigint AS theirs,
    sum(q.ours)::bigint AS ours
  FROM (
    SELECT p.host_id, (p.paid_at AT TIME ZONE 'UTC')::date AS day,
      -(SELECT sum(j.organiser_payable) FROM journal j WHERE j.payment_id = p.id) AS ours
    FROM journal f JOIN payments p ON p.id = f.payment_id
    WHERE f.host_id = ANY($5::uuid[]) AND f.step = 1
      -- What has been missing for longer is looked for among all payments.
      AND p.id >= CASE WHEN EXISTS (
        SELECT FROM settlement_differences d WHERE d.class = 'missing' AND d.resolved_at IS NULL AND d.found_at <= $1)
        THEN '00000000-0000-0000-0000-000000000000' ELSE $2::uuid END
      AND p.state = ANY($4) AND p.subaccount_code IS NOT NULL AND p.paid_at <= $3
      AND NOT EXISTS (SELECT FROM settlement_payments sp JOIN settlements s ON s.id = sp.settlement_id AND s.host_id IS NOT NULL
        WHERE sp.payment_id = p.id)
  ) q
  WHERE q.ours > 0
  GROUP BY q.host_id, q.day
)
SELECT * FROM amounts UNION ALL SELECT * FROM unknown UNION ALL SELECT * FROM twice UNION ALL SELECT * FROM deductions
UNION ALL SELECT * FROM failed UNION ALL SELECT * FROM missing
