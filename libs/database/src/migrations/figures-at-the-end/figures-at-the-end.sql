-- What the public sees between a contest's end and its final results: the counts as they were at the end (ADR 79).

-- Votes and payments come in meanwhile: rather fail and be run again than make them queue up behind a long query.
SET LOCAL lock_timeout = '10s';

-- Votes in the tally that were counted, or taken back, after the contest's end.
ALTER TABLE contestant_tallies ADD COLUMN votes_after_end bigint NOT NULL DEFAULT 0;
-- The version of the last fold with votes counted before the end; null: every fold so far.
ALTER TABLE contest_tallies ADD COLUMN version_at_end bigint;
-- Votes of an ended contest whose payment is still being confirmed; null until it was counted.
ALTER TABLE contests ADD COLUMN payments_waiting integer;
