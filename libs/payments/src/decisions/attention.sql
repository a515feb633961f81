-- Payments that wait for a person, newest first.
--
-- Input   $1 rows to skip, $2 rows to take.
-- Locks   none.
-- Returns one row per payment with the number of all; `told_domain` is the account that the contradicting proof named,
--         `difference` the most telling of its open differences.
SELECT p.id, p.reference, p.contest_id, coalesce(c.title, '') AS title, coalesce(n.name, '') AS contestant, v.vote_count, p.state,
  p.amount_pesewas, p.currency, p.provider_amount_pesewas, p.provider_currency, p.returned_pesewas, r.last_error,
  r.provider_refund_id IS NOT NULL AND coalesce((SELECT e.detail ->> 'providerStatus' FROM payment_events e
    WHERE e.payment_id = p.id AND e.to_state = 'REFUND_ATTENTION' ORDER BY e.id DESC LIMIT 1) = 'refund_needs-attention', false) AS account_helps,
  coalesce(p.settled_at, p.updated_at) AS since,
  (SELECT e.detail ->> 'domain' FROM payment_events e WHERE e.payment_id = p.id AND e.to_state = 'REVIEW' ORDER BY e.id LIMIT 1)
    AS told_domain,
  (SELECT d.class FROM book_differences d WHERE d.payment_id = p.id AND d.resolved_at IS NULL
    ORDER BY array_position(ARRAY['returned-too-much', 'reversed', 'returned-in-part'], d.class) LIMIT 1) AS difference,
  count(*) OVER ()::int AS total,
  (SELECT count(*) FROM audit_log a WHERE a.subject_type = 'payment' AND a.subject_id = p.id AND a.action = 'payment.note') AS notes
FROM payments p
JOIN votes v ON v.id = p.vote_id
LEFT JOIN contests c ON c.id = p.contest_id
LEFT JOIN contestants n ON n.id = v.contestant_id
LEFT JOIN refunds r ON r.payment_id = p.id
WHERE p.state IN ('REVIEW', 'REFUND_ATTENTION', 'DISPUTED')
  OR p.id IN (SELECT payment_id FROM book_differences WHERE payment_id IS NOT NULL AND resolved_at IS NULL)
ORDER BY since DESC, p.id DESC OFFSET $1 LIMIT $2
