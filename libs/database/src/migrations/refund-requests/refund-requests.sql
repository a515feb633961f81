-- Refunds of counted payments that organisers ask for and super admins decide about (ADR 96). They are corrections that always wait for a
-- second person.
--
-- Expand-only. The release before this one would record a confirmed request as money that is already back. It writes CONFIRMED, which is
-- refused for a request: only this release orders refunds.

SET LOCAL lock_timeout = '10s';

ALTER TABLE payment_corrections
  DROP CONSTRAINT payment_corrections_kind_check,
  DROP CONSTRAINT payment_corrections_decision_check,
  ADD CONSTRAINT payment_corrections_kind_check CHECK (kind IN ('RETURNED', 'KEPT', 'REFUND')),
  ADD CONSTRAINT payment_corrections_decision_check CHECK (decision IN ('CONFIRMED', 'REJECTED', 'ORDERED')),
  ADD CONSTRAINT payment_corrections_ordered_check CHECK (CASE decision WHEN 'ORDERED' THEN kind = 'REFUND' AND decided_by <> entered_by
    WHEN 'CONFIRMED' THEN kind <> 'REFUND' ELSE true END);

-- The list of payments shows what was asked for and decided.
CREATE INDEX payment_corrections_payment ON payment_corrections (payment_id);
