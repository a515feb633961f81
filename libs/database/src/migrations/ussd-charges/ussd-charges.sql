-- Mobile-money prompts that USSD sessions have announced (ADR 115): written before the voter is told, sent after the session has ended.
--
-- Expand-only: the release before this one does not know the table.

SET LOCAL lock_timeout = '10s';

CREATE TABLE ussd_charges (
  vote_id uuid PRIMARY KEY,
  network text NOT NULL,
  status text NOT NULL DEFAULT 'DUE',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  last_error text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  CONSTRAINT ussd_charges_status_check CHECK (status IN ('DUE', 'SENT', 'GIVEN_UP'))
);
CREATE INDEX ussd_charges_due ON ussd_charges (next_attempt_at) WHERE status = 'DUE';
