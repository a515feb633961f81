-- Differences of settlements that a super admin has closed with a note (ADR 127).
--
-- Expand-only. The release before this one opens such a difference again with its next reading; this one closes it with the reading after that.

SET LOCAL lock_timeout = '10s';

ALTER TABLE settlement_differences
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  -- What was unexplained when a note closed it: theirs less ours. Of another amount it is open again.
  ADD COLUMN closed_pesewas bigint;
