-- Second lock of settlement: the vote. Two attempts for one vote queue up here.
--
-- Input   $1 vote.
-- Locks   the vote row until commit.
-- Returns the vote, or no row when it was erased.
SELECT id, contest_id, contestant_id, category_id, vote_count, status, voter_phone, voter_email, created_at
FROM votes WHERE id = $1
FOR UPDATE
