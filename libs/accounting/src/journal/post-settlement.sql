-- Post what a settlement has paid out: the difference between what has reached the account and what was posted of it. Repeating it posts
-- nothing; a settlement that fails after all is posted back.
--
-- Input   $1 settlement, $2 now.
-- Locks   the settlement's row is locked by the caller.
-- Writes  at most one entry of the journal, and when it was booked. The host's money leaves what is owed to it; the platform's own reaches its
--         bank account.
WITH change AS (
  SELECT s.id, s.host_id, s.status, coalesce(b.step, 0) + 1 AS step,
    CASE WHEN s.status = 'SUCCESS' THEN s.amount_pesewas ELSE 0 END - coalesce(b.paid, 0) AS paid
  FROM settlements s
  LEFT JOIN LATERAL (
    SELECT max(j.step) AS step, -sum(j.provider_clearing)::bigint AS paid FROM journal j WHERE j.settlement_id = s.id) b ON true
  WHERE s.id = $1
),
entry AS (
  INSERT INTO journal (settlement_id, step, host_id, event, at, provider_clearing, organiser_payable, platform_bank, platform_fee, provider_fee,
    fee_recovered, refunds, disputes, manual_cash, cash_sales)
  SELECT id, step, host_id, status, $2, -paid, CASE WHEN host_id IS NULL THEN 0 ELSE paid END, CASE WHEN host_id IS NULL THEN paid ELSE 0 END,
    0, 0, 0, 0, 0, 0, 0
  FROM change WHERE paid <> 0
  RETURNING settlement_id, provider_clearing
)
UPDATE settlements s SET booked_at = CASE WHEN s.status = 'SUCCESS' THEN $2::timestamptz END
FROM entry WHERE s.id = entry.settlement_id
