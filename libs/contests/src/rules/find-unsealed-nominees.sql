-- Of the given nominees those that were taken off the list and stand in no roster of the contest.
--
-- Input   $1 contest, $2 nominees.
-- Locks   none.
SELECT n.id FROM contestants n JOIN categories k ON k.id = n.category_id
WHERE n.id = ANY($2::uuid[]) AND (n.archived_at IS NOT NULL OR k.archived_at IS NOT NULL)
  AND NOT EXISTS (SELECT FROM contest_rosters r WHERE r.contest_id = $1 AND position(n.id::text IN r.document) > 0)
