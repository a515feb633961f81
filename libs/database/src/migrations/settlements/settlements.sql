-- What the provider pays out, as its settlements say, and the money of held payments (ADR 127, 128).
--
-- Expand-only: the release before this one knows nothing of the tables, and has no journal.
SET LOCAL lock_timeout = '10s';

CREATE TABLE settlements (
  id uuid PRIMARY KEY,
  provider_id text NOT NULL UNIQUE,
  -- Null: the platform's own account.
  host_id uuid REFERENCES hosts (id),
  subaccount_code text,
  -- A word of the provider that we do not know is PENDING.
  status text NOT NULL CHECK (status IN ('PENDING', 'PROCESSING', 'SUCCESS', 'FAILED')),
  -- What reaches the account.
  amount_pesewas bigint NOT NULL CHECK (amount_pesewas >= 0),
  -- What the provider has kept for money that went back to payers.
  deductions_pesewas bigint NOT NULL CHECK (deductions_pesewas >= 0),
  -- The provider's day of it.
  settled_at timestamptz NOT NULL,
  found_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  -- When it was posted to the journal; null: it is not there.
  booked_at timestamptz,
  CHECK ((host_id IS NULL) = (subaccount_code IS NULL))
);
CREATE INDEX settlements_host ON settlements (host_id, settled_at DESC);

CREATE TABLE settlement_payments (
  settlement_id uuid NOT NULL REFERENCES settlements (id) ON DELETE CASCADE,
  reference text NOT NULL,
  -- Null: the reference is not ours.
  payment_id uuid,
  -- The account's part of the payment as the provider lists it; null: it says none.
  amount_pesewas bigint,
  PRIMARY KEY (settlement_id, reference)
);
CREATE INDEX settlement_payments_payment ON settlement_payments (payment_id);

-- What cannot be explained, since when. A row stays when it is explained later.
CREATE TABLE settlement_differences (
  class text NOT NULL CHECK (class IN ('amount', 'unknown-payment', 'paid-twice', 'deductions', 'failed', 'missing')),
  -- The provider's id of the settlement, a payment's reference, or a host.
  subject text NOT NULL,
  host_id uuid REFERENCES hosts (id),
  -- The provider's id of the settlement it is about, if it is about one.
  provider_id text,
  theirs_pesewas bigint,
  ours_pesewas bigint,
  found_at timestamptz NOT NULL,
  resolved_at timestamptz,
  PRIMARY KEY (class, subject)
);
CREATE INDEX settlement_differences_open ON settlement_differences (found_at) WHERE resolved_at IS NULL;

-- When the settlements of an account were last read; `none`: the platform's own.
CREATE TABLE settlement_readings (
  account text PRIMARY KEY,
  read_at timestamptz NOT NULL
);

-- An entry is about a payment or about a settlement, which may hold payments of several contests.
ALTER TABLE journal
  ADD COLUMN settlement_id uuid,
  -- Received for payments that a person has to decide about.
  ADD COLUMN under_review bigint NOT NULL DEFAULT 0,
  -- Paid out to the platform's own bank account.
  ADD COLUMN platform_bank bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT journal_pkey,
  DROP CONSTRAINT journal_balanced,
  ALTER COLUMN payment_id DROP NOT NULL,
  ALTER COLUMN contest_id DROP NOT NULL,
  ALTER COLUMN host_id DROP NOT NULL,
  ADD CONSTRAINT journal_about_one CHECK (num_nonnulls(payment_id, settlement_id) = 1),
  ADD CONSTRAINT journal_of_payment CHECK (payment_id IS NULL OR num_nonnulls(host_id, contest_id) = 2),
  ADD CONSTRAINT journal_payment_step UNIQUE (payment_id, step),
  ADD CONSTRAINT journal_settlement_step UNIQUE (settlement_id, step),
  ADD CONSTRAINT journal_balanced CHECK (provider_clearing + organiser_payable + platform_fee + provider_fee + fee_recovered + refunds
    + disputes + under_review + platform_bank + manual_cash + cash_sales = 0);
