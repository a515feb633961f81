-- Sums of the books of one host from the beginning up to a time. A statement is the difference of two of them, so that an entry whose
-- transaction ends late is in the next statement and never in none.
--
-- Input   $1 host, $2 contest (null: all), $3 before.
-- Locks   none.
-- Returns one row; pesewas, positive as a statement shows them.
WITH entries AS (
  SELECT *, greatest(m.moved, 0) AS came, greatest(-m.moved, 0) AS went
  FROM journal
  -- What came from payers, less what went back to them: all that is divided, owed to them or set aside. Money that is not of a payment is
  -- a settlement's.
  CROSS JOIN LATERAL (
    SELECT CASE WHEN payment_id IS NULL THEN 0
      ELSE -organiser_payable - platform_fee - fee_recovered - refunds - disputes END AS moved) m
  WHERE host_id = $1 AND ($2::uuid IS NULL OR contest_id = $2) AND at < $3
),
sums AS (
  SELECT coalesce(sum(came), 0)::bigint AS gross,
    coalesce(-sum(fee_recovered), 0)::bigint AS provider_fee,
    coalesce(-sum(platform_fee), 0)::bigint AS platform_fee,
    coalesce(-sum(refunds), 0)::bigint AS owed,
    coalesce(-sum(disputes), 0)::bigint AS disputed,
    coalesce(sum(went), 0)::bigint AS went,
    -- What left while money was set aside for a dispute was lost in it.
    coalesce(sum(least(went, greatest(disputes, 0))), 0)::bigint AS lost,
    coalesce(-sum(organiser_payable) FILTER (WHERE payment_id IS NOT NULL), 0)::bigint AS net,
    coalesce(sum(organiser_payable) FILTER (WHERE payment_id IS NULL), 0)::bigint AS settlements,
    coalesce(sum(manual_cash), 0)::bigint AS cash
  FROM entries
),
counted AS (
  SELECT coalesce(sum(l.votes), 0)::bigint AS votes
  FROM entries e
  JOIN payments p ON p.id = e.payment_id AND p.method <> 'MANUAL'
  JOIN vote_ledger l ON l.vote_id = p.vote_id AND l.payment_id = p.id AND l.recorded_at < $3
  WHERE e.step = 1
)
SELECT votes, gross, provider_fee AS "providerFee", platform_fee AS "platformFee", went - lost + owed AS refunds,
  lost + disputed AS disputes, net, settlements, cash
FROM sums, counted
