-- Voters who were just taken out and have another vote that counts come back in. A statement of its own after the removal: it sees
-- votes that were counted meanwhile; a later one is added by its drain, which waits for the removal.
--
-- Input   $1 contest; arrays of equal length: $2 phone digests, $3 phones; $4 e-mail digests, $5 e-mails.
-- Locks   the voters' rows.
-- Returns the kinds of those that came back, one row each.
INSERT INTO contest_voters (contest_id, kind, digest)
SELECT $1::uuid, 'phone', i.digest FROM unnest($2::bytea[], $3::text[]) AS i (digest, value)
WHERE i.value IN (
  SELECT v.voter_phone FROM votes v JOIN visible_contestants p ON p.id = v.contestant_id
  WHERE v.contest_id = $1 AND v.status = 'COMPLETED' AND v.voter_phone = ANY($3))
UNION ALL
SELECT $1::uuid, 'email', i.digest FROM unnest($4::bytea[], $5::text[]) AS i (digest, value)
WHERE i.value IN (
  SELECT v.voter_email FROM votes v JOIN visible_contestants p ON p.id = v.contestant_id
  WHERE v.contest_id = $1 AND v.status = 'COMPLETED' AND v.voter_email = ANY($5))
ON CONFLICT DO NOTHING
RETURNING kind
