-- Payments that wait for a person, newest first.
--
-- Input   $1 our account, `test` or `live`; $2 rows to skip, $3 rows to take.
-- Locks   none.
-- Returns one row per payment, named as PaymentAttention, with the number of all. A held payment waits for the first reason by which its proof
--         was compared (mismatchOf), another one for the most telling of its open differences.
SELECT p.id, p.reference, p.contest_id AS "contestId", coalesce(c.title, '') AS "contestTitle", coalesce(n.name, '') AS "contestantName",
  v.vote_count AS "voteCount", p.state,
  CASE WHEN p.state = 'REFUND_ATTENTION' THEN 'refund-stuck'
    WHEN p.state = 'DISPUTED' THEN 'disputed'
    WHEN p.state <> 'REVIEW' THEN coalesce((
      SELECT CASE WHEN d.class IN ('returned-too-much', 'reversed', 'returned-in-part') THEN d.class ELSE 'books-differ' END
      FROM book_differences d WHERE d.payment_id = p.id AND d.resolved_at IS NULL
      ORDER BY array_position(ARRAY['returned-too-much', 'reversed', 'returned-in-part'], d.class) LIMIT 1), 'reversed')
    WHEN p.provider_currency IS DISTINCT FROM p.currency THEN 'currency'
    WHEN p.provider_amount_pesewas IS DISTINCT FROM p.amount_pesewas THEN 'amount'
    WHEN (SELECT e.detail ->> 'domain' FROM payment_events e WHERE e.payment_id = p.id AND e.to_state = 'REVIEW' ORDER BY e.id LIMIT 1) <> $1
      THEN 'account'
    ELSE 'transaction' END AS reason,
  p.amount_pesewas AS "amountPesewas", p.provider_amount_pesewas AS "takenAmountPesewas", p.provider_currency AS "takenCurrency",
  p.returned_pesewas AS "returnedAmountPesewas", r.last_error AS "refundError",
  p.state = 'REFUND_ATTENTION' AND r.provider_refund_id IS NOT NULL
    AND coalesce((SELECT e.detail ->> 'providerStatus' FROM payment_events e WHERE e.payment_id = p.id AND e.to_state = 'REFUND_ATTENTION'
      ORDER BY e.id DESC LIMIT 1) = 'refund_needs-attention', false) AS "needsAccount",
  (SELECT count(*) FROM audit_log a WHERE a.subject_type = 'payment' AND a.subject_id = p.id AND a.action = 'payment.note') AS notes,
  coalesce(p.settled_at, p.updated_at) AS since, count(*) OVER ()::int AS total
FROM payments p
JOIN votes v ON v.id = p.vote_id
LEFT JOIN contests c ON c.id = p.contest_id
LEFT JOIN contestants n ON n.id = v.contestant_id
LEFT JOIN refunds r ON r.payment_id = p.id
WHERE p.state IN ('REVIEW', 'REFUND_ATTENTION', 'DISPUTED')
  OR p.id IN (SELECT payment_id FROM book_differences WHERE payment_id IS NOT NULL AND resolved_at IS NULL)
ORDER BY since DESC, p.id DESC OFFSET $2 LIMIT $3
