-- Outboxes of mails and messages.

CREATE TABLE mail_outbox (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz NOT NULL
);
CREATE INDEX mail_outbox_due ON mail_outbox (next_attempt_at) WHERE (sent_at IS NULL);

-- Receipts by SMS, sent at most once.
CREATE TABLE sms_outbox (
  vote_id uuid PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('DUE', 'SENDING', 'SENT', 'UNSURE', 'GIVEN_UP')),
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz,
  last_error text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz
);
CREATE INDEX sms_outbox_due ON sms_outbox (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

-- What SMS providers have taken. No number, no text.
CREATE TABLE sms_messages (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('CODE', 'RECEIPT', 'REFUND')),
  provider text NOT NULL,
  message_id text,
  parts integer NOT NULL CHECK (parts > 0),
  sent_at timestamptz NOT NULL,
  delivery text CHECK (delivery IN ('DELIVERED', 'FAILED')),
  reported_at timestamptz
);
CREATE INDEX sms_messages_contest ON sms_messages (contest_id);
CREATE INDEX sms_messages_known ON sms_messages (sent_at) WHERE (message_id IS NOT NULL);
CREATE UNIQUE INDEX sms_messages_provider_id ON sms_messages (provider, message_id) WHERE (message_id IS NOT NULL);

-- What payers are told of refunds.
CREATE TABLE payer_messages (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments,
  event text NOT NULL CHECK (event IN ('REFUNDED', 'REFUNDED_PART', 'REFUND_DELAYED')),
  event_id text DEFAULT '' NOT NULL,
  amount_pesewas bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('DUE', 'SENDING', 'SENT', 'UNSURE', 'GIVEN_UP')),
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz,
  last_error text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  UNIQUE (payment_id, event, event_id)
);
CREATE INDEX payer_messages_due ON payer_messages (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
