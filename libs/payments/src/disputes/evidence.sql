-- Everything that is known about one payment, named as PaymentEvidence; money in pesewas, people not yet masked.
--
-- Input   $1 payment.
-- Locks   none.
-- Returns one row, or none for an unknown payment.
SELECT
  json_build_object('id', p.id, 'reference', p.reference, 'method', p.method, 'channel', p.channel, 'flow', p.flow, 'network', p.network,
    'state', p.state, 'amountPesewas', p.amount_pesewas, 'currency', p.currency, 'takenAmountPesewas', p.provider_amount_pesewas,
    'takenCurrency', p.provider_currency, 'feesPesewas', p.fees_pesewas, 'phoneNumber', p.phone_number,
    'providerTransactionId', p.provider_transaction_id::text, 'providerStatus', p.provider_status, 'providerMessage', p.provider_message,
    'createdAt', p.created_at, 'paidAt', p.paid_at, 'settledAt', p.settled_at) AS payment,
  json_build_object('id', v.id, 'contest', coalesce(c.title, ''), 'category', coalesce(k.name, ''), 'contestant', coalesce(n.name, ''),
    'voteCount', v.vote_count, 'boughtVotes', v.vote_count / v.multiplier, 'pricePesewas', v.price_pesewas,
    'amountPesewas', v.amount_pesewas, 'status', v.status, 'source', v.source, 'voterName', v.voter_name, 'voterEmail', v.voter_email,
    'voterPhone', v.voter_phone, 'castAt', v.created_at, 'countedAt', v.counted_at) AS vote,
  (SELECT jsonb_build_object('code', r.code, 'madeAt', r.created_at, 'sms', s.status, 'smsSentAt', s.sent_at)
    FROM receipts r LEFT JOIN sms_outbox s ON s.vote_id = r.vote_id WHERE r.vote_id = p.vote_id) AS receipt,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'source', e.source, 'from', e.from_state, 'to', e.to_state,
      'detail', coalesce(e.detail, '{}') - 'userId') ORDER BY e.id), '[]')
    FROM payment_events e WHERE e.payment_id = p.id) AS history,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('event', w.event, 'sha256', encode(w.body_sha256, 'hex'), 'receivedAt', w.received_at,
      'processedAt', w.processed_at, 'outcome', w.outcome) ORDER BY w.id), '[]')
    FROM webhook_inbox w WHERE w.reference = p.reference) AS "providerEvents",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'votes', l.votes, 'amountPesewas', l.amount_pesewas, 'at', l.recorded_at)
      ORDER BY l.recorded_at, l.kind), '[]')
    FROM vote_ledger l WHERE l.vote_id = p.vote_id) AS ledger,
  (SELECT jsonb_build_object('cause', f.cause, 'status', f.status, 'amountPesewas', f.amount_pesewas, 'currency', f.currency,
      'providerRefundId', f.provider_refund_id, 'orderedAt', f.created_at)
    FROM refunds f WHERE f.payment_id = p.id) AS refund,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('reference', o.reference, 'state', o.state, 'createdAt', o.created_at) ORDER BY o.id), '[]')
    FROM payments o WHERE o.vote_id = p.vote_id AND o.id <> p.id) AS "otherAttempts",
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
