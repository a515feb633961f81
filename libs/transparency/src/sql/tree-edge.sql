-- The unfinished tiles at the right edge of a log's tree.
--
-- Input   $1 contest, $2 size of the tree.
-- Returns the hashes with their level, from left to right within each.
SELECT 0 AS level, e.leaf_index AS place, e.hash
FROM log_entries e WHERE e.contest_id = $1 AND e.leaf_index >= ($2::bigint >> 8) << 8
UNION ALL
SELECT l.level, n.node_index, n.hash
FROM generate_series(1, 6) AS l(level)
CROSS JOIN LATERAL (
  SELECT node_index, hash FROM log_nodes
  WHERE contest_id = $1 AND level = l.level AND node_index >= ($2::bigint >> (8 * l.level + 8)) << 8
) n
ORDER BY level, place
