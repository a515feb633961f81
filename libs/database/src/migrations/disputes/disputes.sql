-- Payments that payers have disputed with their banks: until when an answer is due, and what was answered.

SET LOCAL lock_timeout = '10s';

CREATE TABLE disputes (
  -- The provider's.
  id bigint PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments (id),
  contest_id uuid NOT NULL,
  status text NOT NULL,
  resolution text,
  -- What the payer wants back.
  amount_pesewas bigint NOT NULL CHECK (amount_pesewas >= 0),
  due_at timestamptz,
  evidence_id bigint,
  -- The provider's name of the file that the payer's bank gets to see.
  attachment text,
  opened_at timestamptz NOT NULL,
  resolved_at timestamptz,
  updated_at timestamptz NOT NULL
);
CREATE INDEX disputes_contest ON disputes (contest_id);
CREATE INDEX disputes_payment ON disputes (payment_id);
