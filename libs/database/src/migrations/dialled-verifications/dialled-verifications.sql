-- Phone numbers that are proven by dialling (ADR 136). A row of the channel `ussd` is never due to be sent: its `next_attempt_at` is null.
--
-- Expand-only: to the release before this one such a row is a code that was not sent.

SET LOCAL lock_timeout = '10s';

ALTER TABLE phone_verifications
  ADD COLUMN channel text NOT NULL DEFAULT 'sms',
  ADD COLUMN dial_number text,
  ADD COLUMN dialled_by uuid,
  ADD CONSTRAINT phone_verifications_channel_check CHECK (channel IN ('sms', 'ussd')),
  ADD CONSTRAINT phone_verifications_dial_number_check CHECK (channel <> 'ussd' OR dial_number ~ '^[0-9]{4}$');
