-- Since when the settlements of an account have not been read, of hosts and of the platform.
--
-- Input   $1 now.
-- Locks   none.
-- Returns one row for each of the two that has an account: whether it is the platform's own, and the earliest last reading; of an account that
--         was never read, when it was to be read first.
SELECT a.is_platform, min(coalesce(r.read_at, a.since)) AS since
FROM (
  SELECT subaccount_code AS account, false AS is_platform, effective_at AS since FROM settlement_accounts
  WHERE decision = 'APPROVED' AND effective_at <= $1
  UNION ALL
  SELECT 'none', true, (SELECT created_at FROM payments ORDER BY id LIMIT 1)
) a
LEFT JOIN settlement_readings r ON r.account = a.account
GROUP BY a.is_platform
