-- When the reading of the provider's list of successes began that covers the time up to a contest's end (ADR 61).
--
-- Expand-only: the release before this one neither reads nor writes the column.

SET LOCAL lock_timeout = '10s';

ALTER TABLE contests ADD COLUMN payments_listed_at timestamptz;
