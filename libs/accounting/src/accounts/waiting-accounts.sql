-- Settlement accounts that wait for a super admin.
--
-- Input   $1 now, $2 rows to skip, $3 rows to take.
-- Locks   none.
-- Returns one row per account, named as WaitingSettlementAccount, the newest first, with the number of all and the name of the account that it would replace.
SELECT a.host_id AS "hostId", h.name AS "hostName", u.first_name || ' ' || u.last_name AS organiser, a.type, a.bank_name AS "bankName",
  '••••' || a.last_digits AS "accountNumber", a.account_name AS "accountName", a.confirmed, a.requested_at AS "requestedAt",
  (SELECT o.account_name FROM settlement_accounts o
   WHERE o.host_id = a.host_id AND o.decision = 'APPROVED' AND o.effective_at <= $1 ORDER BY o.effective_at DESC LIMIT 1) AS replaces,
  count(*) OVER ()::int AS total
FROM settlement_accounts a
JOIN hosts h ON h.id = a.host_id AND h.archived_at IS NULL
JOIN users u ON u.id = h.user_id
WHERE a.decision IS NULL
ORDER BY a.requested_at DESC, a.id DESC
OFFSET $2 LIMIT $3
