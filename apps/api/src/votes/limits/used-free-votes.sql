-- What phones have voted for free in the last hour: asked only while Redis is away.
--
-- Input   $1 contests, $2 phones, $3 smallest id of the window (ids grow with time, so the index on contest and id is the
--         index on time).
-- Locks   none.
-- Returns contest, phone, minute (since 1970) and votes. Reads every vote of these contests in the window: slower than Redis,
--         and right.
SELECT contest_id, voter_phone, floor(extract(epoch FROM created_at) / 60)::bigint AS minute, sum(vote_count)::bigint AS votes
FROM votes
WHERE contest_id = ANY($1::uuid[]) AND id >= $3::uuid AND voter_phone = ANY($2::text[])
  AND price_pesewas = 0 AND source <> 'MANUAL'
GROUP BY 1, 2, 3
