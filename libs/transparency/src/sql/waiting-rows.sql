-- Rows of a contest's ledger that are not in its log, of those whose keys are given, in this order.
--
-- Input   $1 contest; the keys: $2 votes, $3 kinds, $4 steps; $5 now, $6 what is said in place of the channel of a secret ballot.
-- Locks   none; the log's row is locked by the caller, so that no other worker appends what is read here.
-- Returns the rows with what their commitments are made of; when and where the vote was cast; whether nothing is asked of its voters; why a person let it in (of a payment of
--         another amount the reason of that decision may name persons: a text of ours stands for it); of a row that is no count the entry of its vote with the index, when it is
--         logged, and of one of a quarantine the index of the step before; salt and commitment when the vote has them; whether the voter was erased: the
--         whole contest's, or this vote's, which leaves no digest of the request. Of a secret ballot the times are those of its batch, and how it was cast
--         is not told: few voters may have cast theirs in that minute or in that way (ADR 111).
SELECT l.vote_id, l.kind, l.step, l.contestant_id, l.votes, l.amount_pesewas, l.method,
  CASE WHEN ballots_are_secret(c) THEN $6::text ELSE l.channel END AS channel,
  CASE WHEN ballots_are_secret(c) THEN $5::timestamptz ELSE l.recorded_at END AS recorded_at,
  -- Clocks of two machines may differ.
  CASE WHEN ballots_are_secret(c) THEN $5::timestamptz ELSE least(v.created_at, l.recorded_at) END AS cast_at, v.source, c.is_rehearsal,
  CASE
    WHEN h.vote_id IS NOT NULL THEN coalesce(h.decision_reason, 'No reason was given')
    WHEN l.method = 'PAYSTACK' AND l.kind = 'COUNT' AND EXISTS (
      SELECT FROM payment_events e
      WHERE e.payment_id = p.id AND e.from_state = 'REVIEW' AND e.to_state = 'COMPLETED' AND e.source = 'manual')
    THEN 'A payment of another amount was accepted'
  END AS released,
  o.leaf_index AS vote_index, o.entry AS vote_entry,
  (SELECT e.leaf_index FROM log_entries e
    WHERE l.kind = 'QUARANTINE' AND e.vote_id = l.vote_id AND e.kind = l.kind AND e.step = l.step - 1) AS before_index,
  v.voter_phone, r.code AS receipt_code, p.reference, s.salt, s.voter, s.ballot,
  c.voters_erased_at IS NOT NULL OR coalesce(v.request_digest = '', false) AS is_erased
FROM unnest($2::uuid[], $3::text[], $4::smallint[]) WITH ORDINALITY AS k (vote_id, kind, step, place)
JOIN vote_ledger l ON l.contest_id = $1 AND (l.vote_id, l.kind, l.step) = (k.vote_id, k.kind, k.step)
JOIN contests c ON c.id = l.contest_id
LEFT JOIN votes v ON v.id = l.vote_id
LEFT JOIN payments p ON p.id = l.payment_id
LEFT JOIN receipts r ON r.vote_id = l.vote_id
LEFT JOIN held_votes h ON l.kind = 'COUNT' AND h.vote_id = l.vote_id AND h.decision = 'RELEASED'
LEFT JOIN log_entries o ON l.kind <> 'COUNT' AND o.vote_id = l.vote_id AND o.kind = 'COUNT' AND o.step = 0
LEFT JOIN log_salts s ON s.vote_id = l.vote_id
WHERE NOT EXISTS (SELECT FROM log_entries e WHERE e.vote_id = l.vote_id AND e.kind = l.kind AND e.step = l.step)
ORDER BY k.place
