-- What happened to one vote: its attempts to pay and every step, as one document; money in pesewas.
--
-- Input   $1 vote; $2 required owner of the contest, which may be deleted, or null for any.
-- Locks   none.
-- Returns one row, or none for an unknown vote or another owner's.
SELECT v.id AS vote_id, v.contest_id, v.status, v.source, v.vote_count, v.amount_pesewas, v.price_pesewas, v.created_at,
  coalesce(n.name, '') AS contestant, coalesce(k.name, '') AS category, r.code,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('reference', p.reference, 'state', p.state, 'method', p.method, 'channel', p.channel,
      'flow', p.flow, 'amount', p.amount_pesewas, 'message', p.provider_message, 'at', p.created_at) ORDER BY p.id DESC), '[]')
    FROM payments p WHERE p.vote_id = v.id) AS attempts,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'reference', p.reference, 'state', e.to_state, 'source', e.source)
      ORDER BY e.id), '[]')
    FROM payments p JOIN payment_events e ON e.payment_id = p.id
    WHERE p.vote_id = v.id AND e.from_state IS NOT NULL AND (e.from_state <> e.to_state OR e.source = 'cancel')) AS changes,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('at', w.received_at, 'reference', p.reference) ORDER BY w.id), '[]')
    FROM payments p JOIN webhook_inbox w ON w.reference = p.reference WHERE p.vote_id = v.id) AS webhooks,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('at', l.recorded_at, 'kind', l.kind, 'votes', l.votes, 'amount', l.amount_pesewas)
      ORDER BY l.recorded_at), '[]')
    FROM vote_ledger l WHERE l.vote_id = v.id) AS ledger,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('at', m.recorded_at, 'reference', p.reference, 'amount', m.amount_pesewas)
      ORDER BY m.recorded_at), '[]')
    FROM payments p JOIN money_returns m ON m.payment_id = p.id WHERE p.vote_id = v.id) AS returns,
  (SELECT jsonb_build_object('at', h.held_at, 'decision', h.decision, 'decidedAt', h.decided_at)
    FROM held_votes h WHERE h.vote_id = v.id) AS held,
  (SELECT s.sent_at FROM sms_outbox s WHERE s.vote_id = v.id) AS sms_at,
  (SELECT coalesce(jsonb_agg(a.at ORDER BY a.id), '[]') FROM audit_log a
    WHERE a.subject_type = 'vote' AND a.subject_id = v.id AND a.action = 'vote.receipt') AS resent
FROM votes v
LEFT JOIN categories k ON k.id = v.category_id
LEFT JOIN contestants n ON n.id = v.contestant_id
LEFT JOIN receipts r ON r.vote_id = v.id
WHERE v.id = $1 AND ($2::uuid IS NULL OR EXISTS (SELECT FROM contests c WHERE c.id = v.contest_id AND c.user_id = $2))
