-- How many full bundles of each public log are in the store of files (LOG_TILES).
--
-- Expand-only: the release before this one copies none.

ALTER TABLE log_trees ADD COLUMN tiles_stored bigint NOT NULL DEFAULT 0;
