-- What organisers search their payments by (ADR 81): a phone number within one contest, and the webhooks of one payment for its timeline.
-- Votes get no index more: every cast would pay for it.
--
-- Expand-only: the release before this one writes the same rows.

-- Votes and payments come in meanwhile: rather fail and be run again than make them queue up behind a long query.
SET LOCAL lock_timeout = '10s';

CREATE INDEX payments_phone ON payments (contest_id, phone_number) WHERE phone_number IS NOT NULL;
CREATE INDEX webhook_inbox_reference ON webhook_inbox (reference) WHERE reference IS NOT NULL;
