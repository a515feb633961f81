-- What the receipt of a vote is written from, and how often it was sent again.
--
-- Input   $1 vote; $2 required owner of the contest, which may be deleted, or null for any.
-- Returns one row, or none for an unknown vote or another owner's. counted_votes is 0 for a vote that does not count; returned_pesewas
--         is above 0 once money went back.
SELECT v.voter_email, v.voter_phone, v.counted_at, v.vote_count, r.code, p.reference, coalesce(c.title, '') AS title,
  coalesce(n.name, '') AS contestant, now.counted_votes, now.returned_pesewas, now.amount_pesewas, s.vote_id IS NOT NULL AS texted,
  a.times, a.last_at
FROM votes v
LEFT JOIN contests c ON c.id = v.contest_id
LEFT JOIN contestants n ON n.id = v.contestant_id
LEFT JOIN receipts r ON r.vote_id = v.id
LEFT JOIN sms_outbox s ON s.vote_id = v.id AND s.status IN ('SENT', 'UNSURE', 'GIVEN_UP')
LEFT JOIN payments p ON p.vote_id = v.id AND p.state IN ('COMPLETED', 'DISPUTED')
CROSS JOIN LATERAL (
  SELECT coalesce(sum(votes), 0)::integer AS counted_votes, coalesce(max(amount_pesewas) FILTER (WHERE kind = 'COUNT'), 0)::bigint
    AS amount_pesewas, coalesce(-sum(amount_pesewas) FILTER (WHERE kind <> 'COUNT'), 0)::bigint AS returned_pesewas
  FROM vote_ledger WHERE vote_id = v.id) now
CROSS JOIN LATERAL (
  SELECT count(*)::integer AS times, max(at) AS last_at FROM audit_log
  WHERE subject_type = 'vote' AND subject_id = v.id AND action = 'vote.receipt') a
WHERE v.id = $1 AND ($2::uuid IS NULL OR c.user_id = $2)
