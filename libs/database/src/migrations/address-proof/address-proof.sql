-- Whether an open, free contest asks for proofs of numbers once one network address has given many votes (ADR 177).
--
-- Contests that have left draft go on by the rules that were sealed; drafts and new contests ask.
-- Expand-only: the release before this one neither reads nor writes the column.

SET LOCAL lock_timeout = '10s';

ALTER TABLE contests ADD COLUMN address_proof boolean NOT NULL DEFAULT true;
UPDATE contests SET address_proof = false WHERE status <> 'DRAFT';
