-- Who is told by mail that an entry of cash waits for a second person.
--
-- Input   $1 person who entered it, $2 entry, $3 since when another waiting entry of this person means that the mail has been sent,
--         $4 most rows.
-- Returns approved super admins other than this person, newest account first, each with the contest's title and end.
SELECT u.first_name AS "firstName", u.email, u.email_verified_at AS "emailVerifiedAt", c.title, c.end_date AS "end"
FROM users u
JOIN cash_entries e ON e.id = $2
JOIN contests c ON c.id = e.contest_id
WHERE u.role = 'SUPER_ADMIN' AND u.approval_status = 'APPROVED' AND u.deleted_at IS NULL AND u.id <> $1
  AND NOT EXISTS (
    SELECT FROM cash_entries o WHERE o.entered_by = $1 AND o.decision IS NULL AND o.entered_at > $3 AND o.id <> $2)
ORDER BY u.created_at DESC
LIMIT $4
