-- The books of money in double entry (ADR 122). One row is one entry: its columns are the accounts, debits positive, credits negative, in
-- pesewas, and the constraint makes that they sum to zero.
--
-- Expand-only: the release before this one posts nothing; what it settles is posted by `admin post-journal`, or when it is settled again.
CREATE TABLE journal (
  payment_id uuid NOT NULL,
  -- 1 for the first entry of a payment.
  step integer NOT NULL CHECK (step > 0),
  host_id uuid NOT NULL,
  contest_id uuid NOT NULL,
  -- The payment's state after the event.
  event text NOT NULL,
  at timestamptz NOT NULL,
  -- Money at the provider, ours and the hosts'.
  provider_clearing bigint NOT NULL,
  -- Owed to the host.
  organiser_payable bigint NOT NULL,
  -- Earned by the platform, before a provider's fee that it bears.
  platform_fee bigint NOT NULL,
  -- Kept by the provider.
  provider_fee bigint NOT NULL,
  -- The part of it that hosts bear.
  fee_recovered bigint NOT NULL,
  -- Owed to payers: refunds that are ordered and not carried out.
  refunds bigint NOT NULL,
  -- Set aside while a dispute is open.
  disputes bigint NOT NULL,
  -- Cash in the hands of the host, and what was sold for it.
  manual_cash bigint NOT NULL,
  cash_sales bigint NOT NULL,
  PRIMARY KEY (payment_id, step),
  CONSTRAINT journal_balanced CHECK (provider_clearing + organiser_payable + platform_fee + provider_fee + fee_recovered + refunds + disputes
    + manual_cash + cash_sales = 0)
);
CREATE INDEX journal_host ON journal (host_id);
CREATE INDEX journal_at ON journal USING brin (at);
CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
