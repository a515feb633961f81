-- Receipts that go out by SMS: at most one per vote, for ever. Names no person: number and text are read when it is sent.
CREATE TABLE sms_outbox (
  vote_id uuid PRIMARY KEY,
  -- SENDING: handed over, and it is not known yet whether it was taken. UNSURE: it never became known, so it is not sent again.
  status text NOT NULL CHECK (status IN ('DUE', 'SENDING', 'SENT', 'UNSURE', 'GIVEN_UP')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  last_error text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz
);
CREATE INDEX sms_outbox_due ON sms_outbox (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Days whose payments were compared with the provider's list.
CREATE TABLE reconciled_days (
  day date PRIMARY KEY,
  checked_at timestamptz NOT NULL,
  successes integer NOT NULL,
  differences integer NOT NULL
);

-- What differed and was not settled by itself. Stays, with the time it was explained.
CREATE TABLE book_differences (
  reference text NOT NULL,
  class text NOT NULL CHECK (class IN ('unknown-reference', 'not-booked', 'amount-differs', 'not-at-provider')),
  day date NOT NULL,
  contest_id uuid,
  payment_id uuid,
  provider_amount_pesewas bigint,
  booked_amount_pesewas bigint,
  found_at timestamptz NOT NULL,
  resolved_at timestamptz,
  PRIMARY KEY (reference, class)
);
CREATE INDEX book_differences_open ON book_differences (contest_id, found_at) WHERE resolved_at IS NULL;

GRANT SELECT, INSERT, UPDATE ON sms_outbox, reconciled_days, book_differences TO abato_app;
