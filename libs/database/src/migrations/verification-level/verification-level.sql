-- How sure a contest wants to be of a free vote's phone number (ADR 117): every contest so far takes votes without a proof.
--
-- Expand-only: the release before this one does not know the column and its contests are OPEN.

SET LOCAL lock_timeout = '10s';

ALTER TABLE contests
  ADD COLUMN verification text NOT NULL DEFAULT 'OPEN',
  ADD CONSTRAINT contests_verification_check CHECK (verification IN ('OPEN', 'PHONE'));
