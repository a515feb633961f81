-- What the platform takes of a host's payments, by version, and what of it held for each payment (ADR 121).
--
-- Expand-only: the release before this one begins payments without these columns; they are booked as payments without a fee.
SET LOCAL lock_timeout = '10s';

CREATE TABLE fee_policies (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  basis_points integer NOT NULL CHECK (basis_points BETWEEN 0 AND 10000),
  fixed_pesewas bigint NOT NULL CHECK (fixed_pesewas >= 0),
  minimum_pesewas bigint NOT NULL CHECK (minimum_pesewas >= 0),
  bearer text NOT NULL CHECK (bearer IN ('host', 'platform')),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, version)
);

-- Written when a payment begins. Casting writes no payment, and none of them has an index.
ALTER TABLE payments
  ADD COLUMN host_id uuid,
  -- 0: no policy was set.
  ADD COLUMN fee_policy_version integer,
  -- Who pays the provider's fee.
  ADD COLUMN fee_bearer text,
  -- What the main account takes before the provider's fee.
  ADD COLUMN charge_pesewas bigint,
  -- The account that gets the rest; null: everything goes to the main account.
  ADD COLUMN subaccount_code text,
  -- What the provider reports of the split.
  ADD COLUMN told_platform_pesewas bigint,
  ADD COLUMN told_host_pesewas bigint,
  ADD COLUMN told_subaccount text;
