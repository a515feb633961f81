-- Where the provider pays the money of a host to (ADR 120). A row is one request and is never changed once it was decided, but for a
-- change that was withdrawn before it took effect.
--
-- Expand-only: the release before this one knows nothing of the table and pays everything into the platform's own account.
CREATE TABLE settlement_accounts (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('mobile_money', 'bank')),
  bank_code text NOT NULL,
  bank_name text NOT NULL,
  account_number_encrypted bytea NOT NULL,
  -- For screens and mails: the whole number is read by nothing but the call that makes the subaccount.
  last_digits text NOT NULL CHECK (length(last_digits) <= 4),
  -- As the provider has it.
  account_name text NOT NULL,
  -- The organiser has seen the name and confirmed it.
  confirmed boolean NOT NULL,
  requested_by uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('APPROVED', 'WITHDRAWN', 'REPLACED')),
  decided_by uuid,
  decided_at timestamptz,
  -- The provider's code of it.
  subaccount_code text UNIQUE,
  -- From when payments use it.
  effective_at timestamptz,
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CHECK (decision IS DISTINCT FROM 'APPROVED' OR (subaccount_code IS NOT NULL AND effective_at IS NOT NULL))
);
CREATE UNIQUE INDEX settlement_accounts_waiting ON settlement_accounts (host_id) WHERE decision IS NULL;
CREATE INDEX settlement_accounts_approved ON settlement_accounts (host_id, effective_at DESC) WHERE decision = 'APPROVED';
