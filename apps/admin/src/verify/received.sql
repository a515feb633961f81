-- What one contest has received for free, counted vote by vote: what the intake figures must add up to.
--
-- Input   $1 contest. Run at REPEATABLE READ.
-- Locks   none.
-- Returns one row: transactions and votes.
SELECT count(*) AS transactions, coalesce(sum(vote_count), 0)::bigint AS votes
FROM votes WHERE contest_id = $1 AND price_pesewas = 0
