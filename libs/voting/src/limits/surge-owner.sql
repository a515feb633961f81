-- Who is told that far more new voters than usual come to a contest.
--
-- Input   $1 contest.
-- Returns its owner, who is not deleted, and its title: no row for a contest that is not there.
SELECT u.first_name AS "firstName", u.email, u.email_verified_at AS "emailVerifiedAt", c.title
FROM contests c
JOIN hosts h ON h.id = c.host_id
JOIN users u ON u.id = h.user_id
WHERE c.id = $1 AND u.deleted_at IS NULL
