-- What happened to one vote: its attempts to pay and every step, as one document; money in pesewas.
--
-- Input   $1 vote; $2 required owner of the contest, which may be deleted, or null for any.
-- Locks   none.
-- Returns one row, named as VoteHistory, or none for an unknown vote or another owner's. Events are the oldest first; what happened in the same
--         millisecond stays in the order of its causes.
SELECT v.id AS "voteId", v.contest_id AS "contestId", v.status, v.source, jsonb_build_object('name', coalesce(n.name, '')) AS contestant,
  jsonb_build_object('name', coalesce(k.name, '')) AS category, v.vote_count AS "voteCount", v.amount_pesewas AS "amountPesewas",
  v.created_at AS "createdAt", r.code AS "receiptCode", v.price_pesewas = 0 AS free,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('reference', p.reference, 'state', p.state, 'method', p.method, 'channel', p.channel,
      'amountPesewas', p.amount_pesewas, 'message', p.provider_message) ORDER BY p.id DESC), '[]')
    FROM payments p WHERE p.vote_id = v.id) AS attempts,
  (SELECT jsonb_agg(jsonb_build_object('at', e.at, 'kind', e.kind, 'reference', e.reference, 'state', e.state, 'source', e.source,
      'votes', e.votes, 'amountPesewas', e.pesewas) ORDER BY date_trunc('milliseconds', e.at), e.cause, e.at, e.place)
    FROM (
      SELECT v.created_at AS at, 1 AS cause, 0::bigint AS place, 'CAST' AS kind, NULL::text AS reference, NULL::text AS state,
        NULL::text AS source, v.vote_count AS votes, NULL::bigint AS pesewas
      UNION ALL SELECT h.held_at, 2, 0, 'HELD', NULL, NULL, NULL, NULL, NULL FROM held_votes h WHERE h.vote_id = v.id
      UNION ALL SELECT h.decided_at, 3, 0, h.decision, NULL, NULL, NULL, NULL, NULL
        FROM held_votes h WHERE h.vote_id = v.id AND h.decided_at IS NOT NULL AND h.decision IS NOT NULL
      UNION ALL SELECT p.created_at, 4, 0, CASE p.flow WHEN 'CHARGE' THEN 'PROMPT' WHEN 'MANUAL' THEN 'CASH' ELSE 'CHECKOUT' END, p.reference,
        NULL, NULL, NULL, p.amount_pesewas FROM payments p WHERE p.vote_id = v.id
      UNION ALL SELECT w.received_at, 5, w.id, 'WEBHOOK', p.reference, NULL, NULL, NULL, NULL
        FROM payments p JOIN webhook_inbox w ON w.reference = p.reference WHERE p.vote_id = v.id
      UNION ALL SELECT c.at, 6, c.id, 'STATE', p.reference, c.to_state, c.source, NULL, NULL
        FROM payments p JOIN payment_events c ON c.payment_id = p.id
        WHERE p.vote_id = v.id AND c.from_state IS NOT NULL AND (c.from_state <> c.to_state OR c.source = 'cancel')
      -- Votes that are restored after a quarantine count again.
      UNION ALL SELECT l.recorded_at, 7, 0, CASE WHEN l.votes > 0 THEN 'COUNTED' ELSE 'TAKEN_BACK' END, NULL, NULL, NULL, abs(l.votes),
        abs(l.amount_pesewas) FROM vote_ledger l WHERE l.vote_id = v.id
      UNION ALL SELECT m.recorded_at, 8, 0, 'RETURNED', p.reference, NULL, NULL, NULL, m.amount_pesewas
        FROM payments p JOIN money_returns m ON m.payment_id = p.id WHERE p.vote_id = v.id
      UNION ALL SELECT s.sent_at, 9, 0, 'SMS', NULL, NULL, NULL, NULL, NULL FROM sms_outbox s WHERE s.vote_id = v.id AND s.sent_at IS NOT NULL
      UNION ALL SELECT a.at, 10, a.id, 'RESENT', NULL, NULL, NULL, NULL, NULL FROM audit_log a
        WHERE a.subject_type = 'vote' AND a.subject_id = v.id AND a.action = 'vote.receipt'
    ) e) AS events
FROM votes v
LEFT JOIN categories k ON k.id = v.category_id
LEFT JOIN contestants n ON n.id = v.contestant_id
LEFT JOIN receipts r ON r.vote_id = v.id
WHERE v.id = $1 AND ($2::uuid IS NULL OR EXISTS (SELECT FROM contests c WHERE c.id = v.contest_id AND c.user_id = $2))
