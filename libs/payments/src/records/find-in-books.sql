-- The votes of one contest that a search text means, each way of naming one by an index of its own.
--
-- Input   $1 contest, $2 phone, $3 reference, $4 receipt code, $5 id, $6-$8 ids and tail of a free vote's code, $9 words of a name as tsquery;
--         null where the text is no such thing. $10 most votes.
-- Locks   none.
-- Returns ids in no order; beyond $10 any of them.
SELECT id FROM (
  SELECT id FROM votes WHERE contest_id = $1 AND voter_phone = $2::text
  UNION
  SELECT vote_id FROM payments WHERE contest_id = $1 AND phone_number = $2::text
  UNION
  SELECT vote_id FROM payments WHERE reference = $3::text AND contest_id = $1
  UNION
  SELECT v.id FROM receipts r JOIN votes v ON v.id = r.vote_id WHERE r.code = $4::text AND v.contest_id = $1
  UNION
  SELECT id FROM votes WHERE id = $5::uuid AND contest_id = $1
  UNION
  SELECT id FROM votes WHERE contest_id = $1 AND id >= $6::uuid AND id < $7::uuid AND price_pesewas = 0 AND right(id::text, 5) = $8::text
  UNION
  (SELECT id FROM votes
   WHERE voter_name IS NOT NULL
     AND (to_tsvector('simple', voter_name) || array_to_tsvector(ARRAY[contest_id::text])) @@ $9::tsquery
   LIMIT $10)
) AS found
LIMIT $10
