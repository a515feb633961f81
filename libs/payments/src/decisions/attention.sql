-- Payments that wait for a person, oldest first.
--
-- Input   $1 most rows.
-- Locks   none.
-- Returns one row per payment; `told_domain` is the account that the contradicting proof named.
SELECT p.id, p.reference, p.contest_id, coalesce(c.title, '') AS title, coalesce(n.name, '') AS contestant, v.vote_count, p.state,
  p.amount_pesewas, p.currency, p.provider_amount_pesewas, p.provider_currency, r.last_error,
  coalesce(p.settled_at, p.updated_at) AS since,
  (SELECT e.detail ->> 'domain' FROM payment_events e WHERE e.payment_id = p.id AND e.to_state = 'REVIEW' ORDER BY e.id LIMIT 1)
    AS told_domain,
  (SELECT count(*) FROM audit_log a WHERE a.subject_type = 'payment' AND a.subject_id = p.id AND a.action = 'payment.note') AS notes
FROM payments p
JOIN votes v ON v.id = p.vote_id
LEFT JOIN contests c ON c.id = p.contest_id
LEFT JOIN contestants n ON n.id = v.contestant_id
LEFT JOIN refunds r ON r.payment_id = p.id
WHERE p.state IN ('REVIEW', 'REFUND_ATTENTION', 'DISPUTED')
  OR p.state = 'REVERSED' AND p.id IN (SELECT payment_id FROM book_differences WHERE class = 'reversed' AND resolved_at IS NULL)
ORDER BY since LIMIT $1
