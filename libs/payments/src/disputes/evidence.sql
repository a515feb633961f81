-- Everything that is known about one payment, as one document (see PaymentEvidence); money in pesewas, people not yet masked.
--
-- Input   $1 payment.
-- Locks   none.
-- Returns one row, or none for an unknown payment.
SELECT
  to_jsonb(p) - 'authorization_url' - 'access_code' - 'charge_url' AS payment,
  p.provider_transaction_id::text AS provider_transaction_id,
  to_jsonb(v) - 'request_digest' AS vote,
  coalesce(c.title, '') AS contest, coalesce(k.name, '') AS category, coalesce(n.name, '') AS contestant,
  (SELECT jsonb_build_object('code', r.code, 'madeAt', r.created_at, 'sms', s.status, 'smsSentAt', s.sent_at)
    FROM receipts r LEFT JOIN sms_outbox s ON s.vote_id = r.vote_id WHERE r.vote_id = p.vote_id) AS receipt,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'source', e.source, 'from', e.from_state, 'to', e.to_state,
      'detail', coalesce(e.detail, '{}') - 'userId') ORDER BY e.id), '[]')
    FROM payment_events e WHERE e.payment_id = p.id) AS history,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('event', w.event, 'sha256', encode(w.body_sha256, 'hex'), 'receivedAt', w.received_at,
      'processedAt', w.processed_at, 'outcome', w.outcome) ORDER BY w.id), '[]')
    FROM webhook_inbox w WHERE w.reference = p.reference) AS provider_events,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'votes', l.votes, 'amount', l.amount_pesewas, 'at', l.recorded_at)
      ORDER BY l.recorded_at, l.kind), '[]')
    FROM vote_ledger l WHERE l.vote_id = p.vote_id) AS ledger,
  (SELECT jsonb_build_object('cause', f.cause, 'status', f.status, 'amount', f.amount_pesewas, 'currency', f.currency,
      'providerRefundId', f.provider_refund_id, 'orderedAt', f.created_at)
    FROM refunds f WHERE f.payment_id = p.id) AS refund,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('reference', o.reference, 'state', o.state, 'createdAt', o.created_at) ORDER BY o.id), '[]')
    FROM payments o WHERE o.vote_id = p.vote_id AND o.id <> p.id) AS other_attempts,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('at', a.at, 'action', a.action,
      'text', coalesce(a.detail ->> 'note', a.detail ->> 'reason', '')) ORDER BY a.id), '[]')
    FROM audit_log a WHERE a.subject_type = 'payment' AND a.subject_id = p.id
      AND a.action IN ('payment.note', 'payment.refund', 'payment.accept')) AS notes
FROM payments p
JOIN votes v ON v.id = p.vote_id
LEFT JOIN contests c ON c.id = p.contest_id
LEFT JOIN categories k ON k.id = v.category_id
LEFT JOIN contestants n ON n.id = v.contestant_id
WHERE p.id = $1
