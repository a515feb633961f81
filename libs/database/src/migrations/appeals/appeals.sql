-- When the voter of a held or rejected vote asked that it be looked at again (ADR 168). A rejected vote waits again then.
--
-- Expand-only: the release before this one decides about such a vote as about every other that is held.

SET LOCAL lock_timeout = '10s';

ALTER TABLE held_votes ADD COLUMN appealed_at timestamptz;
CREATE INDEX held_votes_appealed ON held_votes (contest_id, vote_id DESC) WHERE appealed_at IS NOT NULL AND decision IS NULL;
