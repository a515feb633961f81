-- The votes of one contest that a search text means. Phones and names of votes have no index, which every cast would pay for: they are looked
-- for among the newest votes of the contest, or of one day; all other ways of naming a vote have an index of their own.
--
-- Input   $1 contest, $2 phone, $3 reference, $4 receipt code, $5 id, $6-$8 ids and tail of a free vote's code, $9 words of a name as tsquery;
--         null where the text is no such thing. $10 most votes; $11, $12 first id and the one after the last of the day, or of all time;
--         $13 newest votes whose phones and names are looked at.
-- Locks   none.
-- Returns ids in no order; beyond $10 any of them.
SELECT id FROM (
  SELECT newest.id FROM (
    SELECT id, voter_phone, voter_name FROM votes
    WHERE contest_id = $1 AND id >= $11::uuid AND id < $12::uuid AND ($2::text IS NOT NULL OR $9::text IS NOT NULL)
    ORDER BY id DESC LIMIT $13
  ) AS newest
  WHERE newest.voter_phone = $2::text
    OR (newest.voter_name IS NOT NULL AND to_tsvector('simple', newest.voter_name) @@ $9::text::tsquery)
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
) AS found
LIMIT $10
