-- What was handed to SMS providers: for the cost of each contest and for delivery reports (ADR 137). No number, no text. The provider's id is
-- forgotten after a week; a report of a message that is older changes nothing.
--
-- Expand-only: the release before this one does not know the table. No foreign key: what was spent outlives a contest.

SET LOCAL lock_timeout = '10s';

CREATE TABLE sms_messages (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  kind text NOT NULL,
  provider text NOT NULL,
  message_id text,
  parts integer NOT NULL,
  sent_at timestamptz NOT NULL,
  delivery text,
  reported_at timestamptz,
  CONSTRAINT sms_messages_kind_check CHECK (kind IN ('CODE', 'RECEIPT', 'REFUND')),
  CONSTRAINT sms_messages_parts_check CHECK (parts > 0),
  CONSTRAINT sms_messages_delivery_check CHECK (delivery IN ('DELIVERED', 'FAILED'))
);
CREATE UNIQUE INDEX sms_messages_provider_id ON sms_messages (provider, message_id) WHERE message_id IS NOT NULL;
CREATE INDEX sms_messages_contest ON sms_messages (contest_id);
CREATE INDEX sms_messages_known ON sms_messages (sent_at) WHERE message_id IS NOT NULL;
