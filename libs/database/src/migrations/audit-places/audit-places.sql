-- Which contest and host a row of the audit log is about, so that organisers read all about their own (ADR 78).
--
-- Expand-only: the release before this one writes neither; readers derive both for its rows. Decisions are written meanwhile: rather fail
-- and be run again than make them queue up behind a long query.
SET LOCAL lock_timeout = '10s';

ALTER TABLE audit_log ADD COLUMN contest_id uuid, ADD COLUMN host_id uuid;
