-- Money that goes back, refund by refund and dispute by dispute (ADR 83), decisions of super admins about it (ADR 84), and webhooks that
-- could not be processed (ADR 85).
--
-- Expand-only: the release before this one writes no PARTIAL row and no step, and knows nothing of the tables.

-- Votes and payments come in meanwhile: rather fail and be run again than make them queue up behind a long query.
SET LOCAL lock_timeout = '10s';

-- A part of a counted payment's money went back: a PARTIAL row per step takes whole votes and the exact money, perhaps no vote at all.
-- COUNT and REVERSAL stay unique per vote.
ALTER TABLE vote_ledger
  ADD COLUMN step smallint NOT NULL DEFAULT 0,
  DROP CONSTRAINT vote_ledger_pkey,
  DROP CONSTRAINT vote_ledger_kind_check,
  DROP CONSTRAINT vote_ledger_votes_check,
  DROP CONSTRAINT vote_ledger_check,
  ADD CONSTRAINT vote_ledger_pkey PRIMARY KEY (vote_id, kind, step),
  ADD CONSTRAINT vote_ledger_kind_check CHECK (kind IN ('COUNT', 'REVERSAL', 'PARTIAL')),
  ADD CONSTRAINT vote_ledger_votes_check CHECK (CASE kind WHEN 'COUNT' THEN votes > 0 WHEN 'REVERSAL' THEN votes < 0
    ELSE votes <= 0 AND amount_pesewas <= 0 END),
  ADD CONSTRAINT vote_ledger_step_check CHECK ((kind = 'PARTIAL') = (step > 0));

-- What still counts of each vote: without what went back in part.
CREATE OR REPLACE VIEW standing_ledger AS
SELECT l.vote_id, l.kind, l.contest_id, l.category_id, l.contestant_id,
  (l.votes + coalesce(p.votes, 0))::integer AS votes, (l.amount_pesewas + coalesce(p.amount, 0))::bigint AS amount_pesewas,
  l.payment_id, l.method, l.channel, l.recorded_at
FROM vote_ledger l
LEFT JOIN LATERAL (
  SELECT sum(votes) AS votes, sum(amount_pesewas) AS amount FROM vote_ledger WHERE vote_id = l.vote_id AND kind = 'PARTIAL'
) p ON true
WHERE l.kind = 'COUNT' AND NOT EXISTS (SELECT FROM vote_ledger r WHERE r.vote_id = l.vote_id AND r.kind = 'REVERSAL');

ALTER TABLE payments
  -- What has gone back so far. Payments that were refunded or reversed before this column have 0.
  ADD COLUMN returned_pesewas bigint NOT NULL DEFAULT 0 CHECK (returned_pesewas >= 0),
  -- When the provider's refunds of this payment are to be read; null when nothing is to be learned.
  ADD COLUMN returns_check_at timestamptz;
CREATE INDEX payments_returns_due ON payments (returns_check_at) WHERE returns_check_at IS NOT NULL;

-- Each return that has happened, once, however often and by whomever it is told.
CREATE TABLE money_returns (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments,
  -- REFUND and DISPUTE have the provider's id. REVERSAL: the provider called the payment reversed and named no single return. HAND: a
  -- super admin said so.
  source text NOT NULL CHECK (source IN ('REFUND', 'DISPUTE', 'REVERSAL', 'HAND')),
  source_id text,
  -- Our own refund, if it was one.
  refund_id uuid REFERENCES refunds,
  amount_pesewas bigint NOT NULL CHECK (amount_pesewas > 0),
  currency text NOT NULL,
  recorded_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX money_returns_source ON money_returns (source, source_id) WHERE source_id IS NOT NULL;
CREATE INDEX money_returns_payment ON money_returns (payment_id);

-- What a super admin has said about a payment of so high an amount that a second person has to confirm it.
CREATE TABLE payment_corrections (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments,
  kind text NOT NULL CHECK (kind IN ('RETURNED', 'KEPT')),
  amount_pesewas bigint NOT NULL CHECK (amount_pesewas > 0),
  reason text NOT NULL,
  entered_by uuid NOT NULL,
  entered_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('CONFIRMED', 'REJECTED')),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CHECK ((decision IS NULL) = (decided_by IS NULL)),
  CHECK (decision IS DISTINCT FROM 'CONFIRMED' OR decided_by <> entered_by)
);
-- One open question per payment.
CREATE UNIQUE INDEX payment_corrections_waiting ON payment_corrections (payment_id) WHERE decision IS NULL;

ALTER TABLE book_differences
  DROP CONSTRAINT book_differences_class_check,
  ADD CONSTRAINT book_differences_class_check CHECK (class IN ('unknown-reference', 'not-booked', 'amount-differs', 'not-at-provider',
    'reversed', 'returned-in-part', 'returned-too-much'));

ALTER TABLE webhook_inbox
  ADD COLUMN last_error text,
  -- Failed so often that it is no longer tried; a super admin may have it tried again.
  ADD COLUMN set_aside_at timestamptz;
CREATE INDEX webhook_inbox_set_aside ON webhook_inbox (set_aside_at) WHERE set_aside_at IS NOT NULL;
