-- Requests for refunds that organisers have withdrawn (ADR 98).
--
-- Expand-only: the release before this one shows such a request without a word, and decides about open ones only.

SET LOCAL lock_timeout = '10s';

ALTER TABLE payment_corrections
  DROP CONSTRAINT payment_corrections_decision_check,
  ADD CONSTRAINT payment_corrections_decision_check CHECK (decision IN ('CONFIRMED', 'REJECTED', 'ORDERED', 'WITHDRAWN')),
  ADD CONSTRAINT payment_corrections_withdrawn_check CHECK (decision IS DISTINCT FROM 'WITHDRAWN' OR kind = 'REFUND');
