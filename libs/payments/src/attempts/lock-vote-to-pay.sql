-- Before a payment is begun: the vote, and whether it may still be paid.
--
-- Input   $1 vote, $2 now.
-- Locks   the vote row until commit, so that two requests for one vote do not both begin a payment. No payment row is locked
--         here: settlement locks payment before vote, and this order would be the other way round.
-- Returns the vote with what it is for, the terms of its host (policy and account in force), its contest's end, and whether it can be paid no more (deleted, or the host is inactive);
--         or no row.
SELECT v.id, v.contest_id, v.amount_pesewas, v.status, v.voter_name, v.voter_email, v.voter_phone, v.created_at,
  v.vote_count, c.title AS contest_title, p.name AS contestant_name,
  coalesce(c.ended_at, c.end_date) AS contest_end,
  h.id AS host_id, f.version, f.basis_points, f.fixed_pesewas, f.minimum_pesewas, f.bearer, a.subaccount_code,
  c.archived_at IS NOT NULL OR p.archived_at IS NOT NULL OR k.archived_at IS NOT NULL OR NOT h.is_active AS closed
FROM votes v
JOIN contests c ON c.id = v.contest_id
JOIN hosts h ON h.id = c.host_id
JOIN categories k ON k.id = v.category_id
JOIN contestants p ON p.id = v.contestant_id
LEFT JOIN LATERAL (SELECT * FROM fee_policies WHERE host_id = h.id ORDER BY version DESC LIMIT 1) f ON true
LEFT JOIN LATERAL (
  SELECT subaccount_code FROM settlement_accounts
  WHERE host_id = h.id AND decision = 'APPROVED' AND effective_at <= $2 ORDER BY effective_at DESC LIMIT 1) a ON true
WHERE v.id = $1
FOR UPDATE OF v
