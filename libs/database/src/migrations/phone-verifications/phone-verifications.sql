-- Codes that prove phone numbers for a contest (ADR 118). A row is at the same time what is due to be sent by SMS. The code itself is nowhere:
-- it follows from the id under a key of the processes. Rows go two hours after they were made, numbers with them.
--
-- Expand-only: the release before this one does not know the tables. No foreign key: a row outlives its contest by hours at most.

SET LOCAL lock_timeout = '10s';

CREATE TABLE phone_verifications (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  phone text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  verified_at timestamptz,
  status text NOT NULL DEFAULT 'DUE',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  last_error text,
  sent_at timestamptz,
  CONSTRAINT phone_verifications_tries_check CHECK (tries BETWEEN 0 AND 5),
  CONSTRAINT phone_verifications_status_check CHECK (status IN ('DUE', 'SENDING', 'SENT', 'UNSURE', 'GIVEN_UP'))
);
CREATE INDEX phone_verifications_phone ON phone_verifications (phone, created_at);
CREATE INDEX phone_verifications_created ON phone_verifications (created_at);
CREATE INDEX phone_verifications_due ON phone_verifications (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Codes ordered by one contest in a day, or from one network in an hour. Those of contests stay: they say what was spent.
CREATE TABLE verification_counts (
  kind text NOT NULL,
  subject text NOT NULL,
  since timestamptz NOT NULL,
  codes integer NOT NULL,
  PRIMARY KEY (kind, subject, since),
  CONSTRAINT verification_counts_kind_check CHECK (kind IN ('CONTEST', 'NETWORK'))
);
