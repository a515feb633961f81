-- Acceptances of disputes that organisers ask for and super admins decide about, as they do about refunds (ADR 130).
--
-- Expand-only. The release before this one writes CONFIRMED when one is confirmed, which is refused for a request: only this release tells the
-- provider.

SET LOCAL lock_timeout = '10s';

ALTER TABLE payment_corrections
  -- The dispute that is to be accepted.
  ADD COLUMN dispute_id bigint REFERENCES disputes,
  DROP CONSTRAINT payment_corrections_kind_check,
  DROP CONSTRAINT payment_corrections_ordered_check,
  DROP CONSTRAINT payment_corrections_withdrawn_check,
  ADD CONSTRAINT payment_corrections_kind_check CHECK (kind IN ('RETURNED', 'KEPT', 'REFUND', 'DISPUTE')),
  ADD CONSTRAINT payment_corrections_dispute_check CHECK ((kind = 'DISPUTE') = (dispute_id IS NOT NULL)),
  ADD CONSTRAINT payment_corrections_ordered_check CHECK (CASE decision WHEN 'ORDERED' THEN kind IN ('REFUND', 'DISPUTE') AND decided_by <> entered_by
    WHEN 'CONFIRMED' THEN kind NOT IN ('REFUND', 'DISPUTE') ELSE true END),
  ADD CONSTRAINT payment_corrections_withdrawn_check CHECK (decision IS DISTINCT FROM 'WITHDRAWN' OR kind IN ('REFUND', 'DISPUTE'));
