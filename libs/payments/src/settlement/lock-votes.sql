-- Second lock of settlement: the votes. Two attempts for one vote queue up here.
--
-- Input   $1 votes.
-- Locks   the vote rows until commit, in the order of their ids.
-- Returns the votes; none for one that was erased.
SELECT id, contest_id, contestant_id, category_id, vote_count, status, voter_phone, voter_email, created_at
FROM votes WHERE id = ANY($1::uuid[])
ORDER BY id
FOR UPDATE
