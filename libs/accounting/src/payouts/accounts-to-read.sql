-- Accounts whose settlements have not been read for a day, the platform's own last. The list begins before settlements that are not final and
-- those about which a difference is open, however old it is: a correction of them must be seen.
--
-- Input   $1 now, $2 read before this, $3 what is read again before an earlier reading, as an interval, $4 how long a settlement that is not
--         final is followed, as an interval, $5 these accounts, due or not; null: all that are due.
-- Locks   none.
-- Returns account, host (null: the platform's own), since when to read, and whether a newer account of the host is in force or the host was
--         deleted.
SELECT a.account, a.host_id, coalesce(least(r.read_at, o.day) - $3::interval, a.since - $3::interval) AS since, a.replaced
FROM (
  SELECT s.subaccount_code AS account, s.host_id, s.effective_at AS since,
    h.archived_at IS NOT NULL OR EXISTS (SELECT FROM settlement_accounts n
      WHERE n.host_id = s.host_id AND n.decision = 'APPROVED' AND n.effective_at <= $1 AND n.effective_at > s.effective_at) AS replaced
  FROM settlement_accounts s JOIN hosts h ON h.id = s.host_id
  WHERE s.decision = 'APPROVED' AND s.effective_at <= $1
  UNION ALL
  SELECT 'none', NULL, (SELECT created_at FROM payments ORDER BY id LIMIT 1), false
) a
LEFT JOIN settlement_readings r ON r.account = a.account
LEFT JOIN LATERAL (
  SELECT min(settled_at) AS day FROM settlements s
  WHERE s.subaccount_code IS NOT DISTINCT FROM nullif(a.account, 'none') AND s.host_id IS NOT DISTINCT FROM a.host_id
    AND (s.status <> 'SUCCESS' AND s.settled_at > $1 - $4::interval
      OR s.provider_id IN (SELECT provider_id FROM settlement_differences WHERE resolved_at IS NULL))) o ON true
WHERE a.since IS NOT NULL AND CASE WHEN $5::text[] IS NULL THEN r.read_at IS NULL OR r.read_at <= $2 ELSE a.account = ANY($5) END
ORDER BY a.host_id IS NULL, r.read_at NULLS FIRST, a.account
