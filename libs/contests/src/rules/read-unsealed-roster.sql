-- The categories and nominees of a contest as they are now, unless the newest roster says the same or the contest is a draft.
--
-- Input   $1 contest, $2 nominees that are named although they, or their category, were taken off the list.
-- Locks   none.
-- Returns at most one row; lists in the order of the ids.
WITH listed AS (
  SELECT n.id, n.name, n.code, n.category_id FROM contestants n JOIN categories k ON k.id = n.category_id
  WHERE n.contest_id = $1 AND (n.archived_at IS NULL AND k.archived_at IS NULL OR n.id = ANY($2::uuid[]))
),
unsealed AS (
  SELECT jsonb_build_object(
    'categories', coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) ORDER BY k.id) FROM categories k
      WHERE k.contest_id = $1 AND (k.archived_at IS NULL OR k.id IN (SELECT category_id FROM listed))), '[]'),
    'contestants', coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', id, 'name', name, 'code', code, 'categoryId', category_id) ORDER BY id)
      FROM listed), '[]')) AS roster
  FROM contests WHERE id = $1 AND status <> 'DRAFT'
)
SELECT roster FROM unsealed
WHERE roster IS DISTINCT FROM (SELECT document::jsonb FROM contest_rosters WHERE contest_id = $1 ORDER BY id DESC LIMIT 1)
