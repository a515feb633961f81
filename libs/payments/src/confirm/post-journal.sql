-- Post what has changed about the money of payments: one entry per payment, the difference between where its money is now and what was
-- posted of it before. Repeating it posts nothing.
--
-- Input   $1 payments, $2 now, $3 where the money of each state is: an object from state to `kept`, `owed`, `disputed`, `held` or `gone`; of
--         other states no money is in the books. Held money is, when the provider's transaction is known and is no other payment's.
-- Locks   the payment rows are locked by the caller.
-- Writes  entries of the journal. Only cedis are posted; what went back beyond what was received is a loss.
-- Returns the payments for which an entry was written.
WITH payment AS (
  SELECT p.id, p.state, p.contest_id, p.host_id, p.method, p.fee_bearer, m.place, t.taken,
    CASE WHEN m.place = 'gone' THEN t.taken ELSE least(p.returned_pesewas, t.taken) END AS returned,
    greatest(p.returned_pesewas - t.taken, 0) AS lost,
    coalesce(p.fees_pesewas, 0) AS fee,
    least(coalesce(p.told_platform_pesewas + CASE WHEN p.fee_bearer = 'platform' THEN coalesce(p.fees_pesewas, 0) ELSE 0 END,
      p.charge_pesewas, 0), t.taken) AS charge
  FROM payments p
  CROSS JOIN LATERAL (
    SELECT CASE WHEN coalesce(p.provider_currency, p.currency) = 'GHS'
      AND NOT ($3::jsonb ->> p.state = 'held' AND p.provider_transaction_id IS NULL) THEN $3::jsonb ->> p.state END AS place) m
  CROSS JOIN LATERAL (SELECT payment_received(p) AS taken) t
  WHERE p.id = ANY($1::uuid[])
),
-- What is divided between platform and host, and what is set aside instead.
divided AS (
  SELECT *, taken - returned AS remaining,
    CASE WHEN place IN ('owed', 'disputed', 'held') THEN taken - returned ELSE 0 END AS aside
  FROM payment
),
shares AS (
  SELECT *, remaining - aside AS open,
    -- Of what went back the platform gives back its share, rounded up.
    CASE WHEN taken > 0 THEN floor(charge::numeric * (remaining - aside) / taken)::bigint ELSE 0 END AS platform
  FROM divided
),
target AS (
  SELECT id, state, contest_id, host_id,
    CASE WHEN is_paid THEN remaining - fee - lost ELSE 0 END AS provider_clearing,
    CASE WHEN is_paid THEN platform - open + CASE WHEN bears THEN fee ELSE 0 END ELSE 0 END AS organiser_payable,
    CASE WHEN is_paid THEN -platform ELSE 0 END AS platform_fee,
    CASE WHEN is_paid THEN fee ELSE 0 END AS provider_fee,
    CASE WHEN is_paid AND bears THEN -fee ELSE 0 END AS fee_recovered,
    CASE WHEN is_paid AND place = 'owed' THEN -aside ELSE 0 END AS refunds,
    CASE WHEN is_paid AND place = 'disputed' THEN -aside ELSE 0 END AS disputes,
    CASE WHEN is_paid AND place = 'held' THEN -aside ELSE 0 END AS under_review,
    CASE WHEN is_cash THEN remaining ELSE 0 END AS manual_cash,
    CASE WHEN is_cash THEN -remaining ELSE 0 END AS cash_sales,
    CASE WHEN is_paid THEN lost ELSE 0 END AS losses
  FROM shares
  CROSS JOIN LATERAL (
    SELECT place IS NOT NULL AND method <> 'MANUAL' AS is_paid, place IS NOT NULL AND method = 'MANUAL' AS is_cash,
      -- No fee is divided before it is decided whose the money is.
      fee_bearer IS DISTINCT FROM 'platform' AND place <> 'held' AS bears) of
),
change AS (
  SELECT t.id, t.state, t.contest_id, coalesce(b.host_id, t.host_id, c.host_id) AS host_id, coalesce(b.step, 0) + 1 AS step,
    t.provider_clearing - coalesce(b.provider_clearing, 0) AS provider_clearing,
    t.organiser_payable - coalesce(b.organiser_payable, 0) AS organiser_payable,
    t.platform_fee - coalesce(b.platform_fee, 0) AS platform_fee,
    t.provider_fee - coalesce(b.provider_fee, 0) AS provider_fee,
    t.fee_recovered - coalesce(b.fee_recovered, 0) AS fee_recovered,
    t.refunds - coalesce(b.refunds, 0) AS refunds,
    t.disputes - coalesce(b.disputes, 0) AS disputes,
    t.under_review - coalesce(b.under_review, 0) AS under_review,
    t.manual_cash - coalesce(b.manual_cash, 0) AS manual_cash,
    t.cash_sales - coalesce(b.cash_sales, 0) AS cash_sales,
    t.losses - coalesce(b.losses, 0) AS losses
  FROM target t
  JOIN contests c ON c.id = t.contest_id
  LEFT JOIN LATERAL (
    SELECT max(j.step) AS step, (array_agg(j.host_id))[1] AS host_id, sum(j.provider_clearing)::bigint AS provider_clearing,
      sum(j.organiser_payable)::bigint AS organiser_payable, sum(j.platform_fee)::bigint AS platform_fee,
      sum(j.provider_fee)::bigint AS provider_fee, sum(j.fee_recovered)::bigint AS fee_recovered, sum(j.refunds)::bigint AS refunds,
      sum(j.disputes)::bigint AS disputes, sum(j.under_review)::bigint AS under_review, sum(j.manual_cash)::bigint AS manual_cash, sum(j.cash_sales)::bigint AS cash_sales,
      sum(j.losses)::bigint AS losses
    FROM journal j WHERE j.payment_id = t.id) b ON true
)
INSERT INTO journal (payment_id, step, host_id, contest_id, event, at, provider_clearing, organiser_payable, platform_fee, provider_fee,
  fee_recovered, refunds, disputes, under_review, manual_cash, cash_sales, losses)
SELECT id, step, host_id, contest_id, state, $2, provider_clearing, organiser_payable, platform_fee, provider_fee, fee_recovered, refunds,
  disputes, under_review, manual_cash, cash_sales, losses
FROM change
WHERE (provider_clearing, organiser_payable, platform_fee, provider_fee, fee_recovered, refunds, disputes, under_review, manual_cash,
  cash_sales, losses) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
RETURNING payment_id
