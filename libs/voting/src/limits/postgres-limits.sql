-- name: used-free-votes
-- What phones and devices have voted for free in the last hour: asked only while Redis is away.
--
-- Input   $1 contests, $2 phones, $3 smallest id of the window (ids grow with time, so the index on contest and id is the
--         index on time), $4 device digests.
-- Locks   none.
-- Returns contest, phone, device digest (null without one), minute (since 1970) and votes. Reads every vote of these contests in
--         the window: slower than Redis, and right.
SELECT contest_id, voter_phone, device_digest, floor(extract(epoch FROM created_at) / 60)::bigint AS minute,
  sum(vote_count)::bigint AS votes
FROM votes
WHERE contest_id = ANY($1::uuid[]) AND id >= $3::uuid
  AND (voter_phone = ANY($2::text[]) OR device_digest = ANY($4::bytea[]))
  AND price_pesewas = 0 AND source <> 'MANUAL'
GROUP BY 1, 2, 3, 4;

-- name: unpaid-votes
-- Paid votes that wait for payment, by phone: asked only while Redis is away.
--
-- Input   $1 phones, $2 smallest id of the window (the index `votes_unpaid` holds all that wait).
-- Locks   none.
-- Returns phone, votes that wait and when the oldest was cast.
SELECT voter_phone AS phone, count(*)::int AS waiting, min(created_at) AS oldest
FROM votes
WHERE status = 'PENDING' AND price_pesewas > 0 AND id >= $2::uuid AND voter_phone = ANY($1::text[])
GROUP BY voter_phone;
