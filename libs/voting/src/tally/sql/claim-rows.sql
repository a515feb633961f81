-- Lock the oldest rows of a contest's outbox for a fold whose voters are written by several connections.
--
-- Input   $1 contest, $2 most rows.
-- Locks   the rows, until the transaction ends; those that another drain has locked are skipped.
-- Returns id and number of voters' digests of each.
SELECT id, cardinality(phone_digests) + cardinality(email_digests) AS voters
FROM tally_outbox WHERE contest_id = $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
