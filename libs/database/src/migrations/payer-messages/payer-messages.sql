-- What payers are told about their money after it was taken: refunds, and refunds that are delayed (ADR 98). Keyed by payment and event, so
-- that each is told once. Number, name and text are read when it is sent: no personal data is here.
--
-- Expand-only: a new table, which the release before this one does not read.

CREATE TABLE payer_messages (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments,
  event text NOT NULL CHECK (event IN ('REFUNDED', 'REFUNDED_PART', 'REFUND_DELAYED')),
  -- The provider's id of a partial refund: there may be several. Empty for the others.
  event_id text NOT NULL DEFAULT '',
  -- What goes back, in hundredths of the currency.
  amount_pesewas bigint NOT NULL,
  currency text NOT NULL,
  -- The message by SMS, as in sms_outbox: GIVEN_UP from the beginning where no number is known.
  status text NOT NULL CHECK (status IN ('DUE', 'SENDING', 'SENT', 'UNSURE', 'GIVEN_UP')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  last_error text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  UNIQUE (payment_id, event, event_id)
);
CREATE INDEX payer_messages_due ON payer_messages (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
