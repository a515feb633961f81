-- name: note
-- What the rules ask about votes that are held because Redis is away; before the votes are written.
--
-- Input   $1 now; then arrays of equal length: $2 votes, $3 contests, $4 what is known of each (JSON).
-- Locks   none.
-- Returns nothing.
INSERT INTO unchecked_votes (vote_id, contest_id, facts, noted_at)
SELECT id, contest_id, facts, $1 FROM unnest($2::uuid[], $3::uuid[], $4::jsonb[]) AS t (id, contest_id, facts)
ON CONFLICT (vote_id) DO NOTHING;

-- name: lock
-- Votes of a contest that are to be judged, the oldest first.
--
-- Input   $1 contest, $2 most rows.
-- Locks   their rows; those that another worker has locked are left out.
-- Returns vote, its phone and what was noted.
SELECT u.vote_id AS id, v.voter_phone AS phone, u.facts::text
FROM unchecked_votes u
JOIN held_votes h ON h.vote_id = u.vote_id
JOIN votes v ON v.id = u.vote_id
WHERE u.contest_id = $1 AND h.decision IS NULL AND v.voter_phone IS NOT NULL
ORDER BY u.vote_id
LIMIT $2
FOR UPDATE OF u SKIP LOCKED;

-- name: hold-for
-- The rule for which a vote stays held takes the place of "not checked".
--
-- Input   arrays of equal length: $1 votes, $2 reasons.
-- Locks   the held rows.
-- Returns nothing.
UPDATE held_votes h SET reason = t.reason FROM unnest($1::uuid[], $2::text[]) AS t (id, reason)
WHERE h.vote_id = t.id AND h.decision IS NULL;

-- name: forget
-- What is known of votes that were decided otherwise or never written, and of every vote after an hour: longer is no address kept. A vote
-- that still waits is the organiser's to decide then.
--
-- Input   $1 a time a minute ago, $2 a time an hour ago.
-- Locks   the rows.
-- Returns nothing.
DELETE FROM unchecked_votes u
WHERE noted_at < $2 OR noted_at < $1 AND NOT EXISTS (SELECT FROM held_votes h WHERE h.vote_id = u.vote_id AND h.decision IS NULL);
