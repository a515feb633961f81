-- Keep cash above what one person may enter alone until a second person decides.
--
-- Input   $1 id, $2 contest, $3 category, $4 contestant, $5 votes that were bought, $6 price of one, $7 amount (both in pesewas),
--         $8 multiplier of the window that is open, $9 name, $10 e-mail, $11 phone, $12 idempotency key, $13 request digest, $14 reason,
--         $15 person who enters it, $16 now.
-- Locks   the contest FOR SHARE and the contestant FOR KEY SHARE, until commit, as a cast: neither they nor the category can be deleted between
--         this check and the commit.
-- Returns one row when it was written; none for a repeated key, and when contest, category or contestant were deleted.
WITH live AS MATERIALIZED (
  SELECT p.id
  FROM contests c JOIN contestants p ON p.contest_id = c.id
  WHERE c.id = $2::uuid AND p.category_id = $3::uuid AND p.id = $4::uuid AND c.archived_at IS NULL AND p.archived_at IS NULL
  FOR SHARE OF c FOR KEY SHARE OF p
)
INSERT INTO cash_entries (id, contest_id, category_id, contestant_id, votes, price_pesewas, amount_pesewas, multiplier, voter_name, voter_email,
  voter_phone, idempotency_key, request_digest, reason, entered_by, entered_at)
SELECT $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::int, $6::bigint, $7::bigint, $8::smallint, $9::text, $10::text,
  $11::text, $12::uuid, $13::bytea, $14::text, $15::uuid, $16::timestamptz
FROM live
ON CONFLICT (idempotency_key) DO NOTHING
RETURNING id
