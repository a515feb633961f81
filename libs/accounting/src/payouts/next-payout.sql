-- What of a host's part has not reached its account: announced settlements, and payments that are in none.
--
-- Input   $1 host, $2 settlements of days before this are no longer announced, $3 the smallest id of payments that are looked at, $4 states of
--         payments whose money is ours and the host's.
-- Locks   none.
-- Returns one row per day, the earliest first: whether it is the day of a settlement or of payment, and the host's part in pesewas.
SELECT true AS announced, (s.settled_at AT TIME ZONE 'UTC')::date::text AS day, sum(s.amount_pesewas)::bigint AS pesewas
FROM settlements s
WHERE s.host_id = $1 AND s.status IN ('PENDING', 'PROCESSING') AND s.settled_at >= $2
GROUP BY 2
UNION ALL
SELECT false, (p.paid_at AT TIME ZONE 'UTC')::date::text,
  -sum((SELECT sum(j.organiser_payable) FROM journal j WHERE j.payment_id = p.id))::bigint
FROM journal f JOIN payments p ON p.id = f.payment_id
WHERE f.host_id = $1 AND f.step = 1 AND f.payment_id >= $3 AND p.state = ANY($4) AND p.subaccount_code IS NOT NULL AND p.paid_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM settlement_payments sp JOIN settlements s ON s.id = sp.settlement_id AND s.host_id IS NOT NULL
    WHERE sp.payment_id = p.id AND s.status <> 'FAILED')
GROUP BY 2
ORDER BY day
