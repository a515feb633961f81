-- Corrections of final results: asked for by the organiser, decided by a second person, public with the result that they replace (ADR 187).
--
-- Expand-only: the release before this one knows nothing of the table.

CREATE TABLE result_corrections (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL REFERENCES contests ON DELETE CASCADE,
  -- Of contestants by id: signed differences of votes, new names.
  changes jsonb NOT NULL,
  -- Public.
  reason text NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('CONFIRMED', 'REJECTED', 'WITHDRAWN')),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  -- Of the result that it made; the first result has version 1.
  version integer CHECK (version > 1),
  -- The result that it replaced, as it was public.
  result_before jsonb,
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
  CHECK (coalesce(decision = 'CONFIRMED', false) = (version IS NOT NULL) AND (version IS NULL) = (result_before IS NULL)),
  -- A second person confirms.
  CHECK (decision IS DISTINCT FROM 'CONFIRMED' OR decided_by <> asked_by)
);
-- One waits at a time, so that the second person sees what it will make.
CREATE UNIQUE INDEX result_corrections_waiting ON result_corrections (contest_id) WHERE decision IS NULL;
CREATE UNIQUE INDEX result_corrections_version ON result_corrections (contest_id, version);
