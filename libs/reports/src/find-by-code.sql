-- The votes that a reference or a receipt code names, in all contests of one organiser or of all organisers.
--
-- Input   $1 reference, $2 receipt code, $3-$5 ids and tail of a free vote's code; null where the text is no such thing.
--         $6 owner of the contests, null: all.
-- Locks   none.
-- Returns each vote once, named as BookEntry, newest first; deleted contests are in the books as well. None of an election: its codes are receipts of voters, not for
--         organisers (ADR 134).
SELECT v.id AS "voteId", jsonb_build_object('id', v.contest_id, 'title', c.title) AS contest,
  jsonb_build_object('name', coalesce(p.name, '')) AS contestant, v.vote_count AS "voteCount", v.amount_pesewas AS "amountPesewas", v.status,
  v.created_at AS "createdAt"
FROM (
  SELECT vote_id FROM payments WHERE reference = $1::text
  UNION
  SELECT vote_id FROM receipts WHERE code = $2::text
  UNION
  SELECT id FROM votes WHERE id >= $3::uuid AND id < $4::uuid AND price_pesewas = 0 AND right(id::text, 5) = $5::text
) AS named
JOIN votes v ON v.id = named.vote_id
JOIN contests c ON c.id = v.contest_id AND ($6::uuid IS NULL OR c.user_id = $6) AND NOT ballots_are_secret(c)
LEFT JOIN contestants p ON p.id = v.contestant_id
ORDER BY v.id DESC
