-- When the contest's owner and the super admins were reminded that a dispute waits for an answer; null: not yet.
--
-- Expand-only: the release before this one neither reads nor writes the column.

SET LOCAL lock_timeout = '10s';

ALTER TABLE disputes ADD COLUMN reminded_at timestamptz;
