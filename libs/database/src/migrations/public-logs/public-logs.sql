-- Logs that anyone may read, in one place for all that asks: not those of drafts, archived contests and hosts out of service. While results are hidden,
-- only a log of which every entry that was written openly may be read (ADR 142).
--
-- Expand-only: the release before this one does not ask it.

CREATE VIEW public_logs AS
SELECT t.contest_id, t.size, t.tiles_stored
FROM log_trees t
JOIN contests c ON c.id = t.contest_id AND c.status <> 'DRAFT' AND c.archived_at IS NULL
  AND (c.show_results OR t.open_size = t.size)
JOIN hosts h ON h.id = c.host_id AND h.is_active;
