-- Whose money it is: fees, accounts, journal, settlements, statements.

-- Versions that are never changed.
CREATE TABLE fee_policies (
  host_id uuid NOT NULL REFERENCES hosts ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  basis_points integer NOT NULL CHECK ((basis_points >= 0) AND (basis_points <= 10000)),
  fixed_pesewas bigint NOT NULL CHECK (fixed_pesewas >= 0),
  minimum_pesewas bigint NOT NULL CHECK (minimum_pesewas >= 0),
  bearer text NOT NULL CHECK (bearer IN ('host', 'platform')),
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, version)
);

CREATE TABLE settlement_accounts (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('mobile_money', 'bank')),
  bank_code text NOT NULL,
  bank_name text NOT NULL,
  account_number_encrypted bytea NOT NULL,
  last_digits text NOT NULL CHECK (length(last_digits) <= 4),
  account_name text NOT NULL,
  confirmed boolean NOT NULL,
  requested_by uuid NOT NULL,
  requested_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('APPROVED', 'WITHDRAWN', 'REPLACED')),
  decided_by uuid,
  decided_at timestamptz,
  subaccount_code text UNIQUE,
  effective_at timestamptz,
  CONSTRAINT settlement_accounts_check CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CONSTRAINT settlement_accounts_check1 CHECK ((decision IS DISTINCT FROM 'APPROVED') OR ((subaccount_code IS NOT NULL)
    AND (effective_at IS NOT NULL)))
);
CREATE INDEX settlement_accounts_approved ON settlement_accounts (host_id, effective_at DESC) WHERE (decision = 'APPROVED');
CREATE UNIQUE INDEX settlement_accounts_waiting ON settlement_accounts (host_id) WHERE (decision IS NULL);

CREATE FUNCTION sum_journal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
BEGIN
  INSERT INTO host_sums (host_id, contest_id, month, part, part_undivided, paid_out, kept, platform_fee, provider_fee, refunds, disputes,
    under_review, cash, came, went, lost, returned)
  SELECT host_id, contest_id, month, coalesce(-sum(organiser_payable) FILTER (WHERE is_payment), 0),
    coalesce(-sum(organiser_payable) FILTER (WHERE is_undivided), 0), coalesce(sum(organiser_payable) FILTER (WHERE NOT is_payment), 0),
    coalesce(sum(provider_clearing + provider_fee + losses) FILTER (WHERE is_payment), 0), -sum(platform_fee), -sum(fee_recovered),
    -sum(refunds), -sum(disputes), -sum(under_review), sum(manual_cash), sum(greatest(moved, 0)), sum(greatest(-moved, 0)),
    sum(least(greatest(-moved, 0), greatest(disputes, 0))), sum(back)
  FROM (
    SELECT a.*, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, a.payment_id IS NOT NULL AS is_payment,
      -- Paid before the host had an account: its part went to the platform.
      p.id IS NOT NULL AND p.subaccount_code IS NULL AS is_undivided,
      -- What came from payers, less what went back to them: all that is divided, owed to them or set aside.
      CASE WHEN a.payment_id IS NULL THEN 0
        ELSE -a.organiser_payable - a.platform_fee - a.fee_recovered - a.refunds - a.disputes END AS moved,
      coalesce(r.back, 0) AS back
    FROM added a
    -- By the key, whatever the plan: a join reads all payments where the server does not know how few entries are added.
    LEFT JOIN LATERAL (SELECT id, subaccount_code, method, payment_received(o) AS received FROM payments o
      WHERE id = a.payment_id LIMIT 1) p
      ON true
    -- Returns from before the first entry; the later ones are added when they are written.
    LEFT JOIN LATERAL (SELECT least(coalesce(sum(amount_pesewas), 0), p.received) AS back FROM money_returns
      WHERE a.step = 1 AND payment_id = p.id AND currency = 'GHS' AND p.method <> 'MANUAL') r ON true
    WHERE a.host_id IS NOT NULL
  ) e
  GROUP BY host_id, contest_id, month;
  RETURN NULL;
END $$;

-- Books in double entry: one row per entry, one column per account. Append-only.
CREATE TABLE journal (
  payment_id uuid,
  step integer NOT NULL CHECK (step > 0),
  host_id uuid,
  contest_id uuid,
  event text NOT NULL,
  at timestamptz NOT NULL,
  provider_clearing bigint NOT NULL,
  organiser_payable bigint NOT NULL,
  platform_fee bigint NOT NULL,
  provider_fee bigint NOT NULL,
  fee_recovered bigint NOT NULL,
  refunds bigint NOT NULL,
  disputes bigint NOT NULL,
  manual_cash bigint NOT NULL,
  cash_sales bigint NOT NULL,
  settlement_id uuid,
  under_review bigint DEFAULT 0 NOT NULL,
  platform_bank bigint DEFAULT 0 NOT NULL,
  losses bigint DEFAULT 0 NOT NULL,
  CONSTRAINT journal_payment_step UNIQUE (payment_id, step),
  CONSTRAINT journal_settlement_step UNIQUE (settlement_id, step),
  CONSTRAINT journal_about_one CHECK (num_nonnulls(payment_id, settlement_id) = 1),
  CONSTRAINT journal_of_payment CHECK ((payment_id IS NULL) OR (num_nonnulls(host_id, contest_id) = 2)),
  CONSTRAINT journal_balanced CHECK ((((((((((((provider_clearing + organiser_payable) + platform_fee) + provider_fee) + fee_recovered)
    + refunds) + disputes) + under_review) + platform_bank) + manual_cash) + cash_sales) + losses) = 0)
);
CREATE INDEX journal_at ON journal USING brin (at);
CREATE INDEX journal_first ON journal (host_id, payment_id) WHERE (step = 1);
CREATE INDEX journal_host ON journal (host_id);
CREATE TRIGGER journal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON journal FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_sums AFTER INSERT ON journal REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION sum_journal();

-- Sums of the journal by host, contest and month; rows are added and merged.
CREATE TABLE host_sums (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  host_id uuid NOT NULL,
  contest_id uuid,
  month text NOT NULL CHECK (month ~ '^\d{4}-\d{2}$'),
  part bigint DEFAULT 0 NOT NULL,
  part_undivided bigint DEFAULT 0 NOT NULL,
  paid_out bigint DEFAULT 0 NOT NULL,
  kept bigint DEFAULT 0 NOT NULL,
  platform_fee bigint DEFAULT 0 NOT NULL,
  provider_fee bigint DEFAULT 0 NOT NULL,
  refunds bigint DEFAULT 0 NOT NULL,
  disputes bigint DEFAULT 0 NOT NULL,
  under_review bigint DEFAULT 0 NOT NULL,
  cash bigint DEFAULT 0 NOT NULL,
  came bigint DEFAULT 0 NOT NULL,
  went bigint DEFAULT 0 NOT NULL,
  lost bigint DEFAULT 0 NOT NULL,
  returned bigint DEFAULT 0 NOT NULL
);
CREATE INDEX host_sums_contest ON host_sums (contest_id);
CREATE INDEX host_sums_host ON host_sums (host_id, month);

-- What the provider has paid out.
CREATE TABLE settlements (
  id uuid PRIMARY KEY,
  provider_id text NOT NULL UNIQUE,
  host_id uuid REFERENCES hosts,
  subaccount_code text,
  status text NOT NULL CHECK (status IN ('PENDING', 'PROCESSING', 'SUCCESS', 'FAILED')),
  amount_pesewas bigint NOT NULL CHECK (amount_pesewas >= 0),
  deductions_pesewas bigint NOT NULL CHECK (deductions_pesewas >= 0),
  settled_at timestamptz NOT NULL,
  found_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  booked_at timestamptz,
  CONSTRAINT settlements_check CHECK ((host_id IS NULL) = (subaccount_code IS NULL))
);
CREATE INDEX settlements_host ON settlements (host_id, settled_at DESC);

CREATE TABLE settlement_payments (
  settlement_id uuid NOT NULL REFERENCES settlements ON DELETE CASCADE,
  reference text NOT NULL,
  payment_id uuid,
  amount_pesewas bigint,
  PRIMARY KEY (settlement_id, reference)
);
CREATE INDEX settlement_payments_payment ON settlement_payments (payment_id);

CREATE TABLE settlement_readings (
  account text PRIMARY KEY,
  read_at timestamptz NOT NULL
);

CREATE TABLE settlement_differences (
  class text NOT NULL CHECK (class IN ('amount', 'unknown-payment', 'paid-twice', 'deductions', 'failed', 'missing')),
  subject text NOT NULL,
  host_id uuid REFERENCES hosts,
  provider_id text,
  theirs_pesewas bigint,
  ours_pesewas bigint,
  found_at timestamptz NOT NULL,
  resolved_at timestamptz,
  id uuid DEFAULT gen_random_uuid() NOT NULL UNIQUE,
  closed_pesewas bigint,
  PRIMARY KEY (class, subject)
);
CREATE INDEX settlement_differences_open ON settlement_differences (found_at) WHERE (resolved_at IS NULL);

-- Never changed. Append-only.
CREATE TABLE statements (
  host_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  month text CHECK (month ~ '^\d{4}-\d{2}$'),
  contest_id uuid,
  issued_at timestamptz NOT NULL,
  content jsonb NOT NULL,
  totals jsonb NOT NULL,
  invoice_number integer UNIQUE CHECK (invoice_number > 0),
  PRIMARY KEY (host_id, number),
  CONSTRAINT statements_of_one CHECK ((month IS NULL) <> (contest_id IS NULL))
);
CREATE UNIQUE INDEX statements_contest ON statements (contest_id, host_id) WHERE (contest_id IS NOT NULL);
CREATE UNIQUE INDEX statements_month ON statements (host_id, month) WHERE (month IS NOT NULL);
CREATE TRIGGER statements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON statements FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

CREATE TABLE statement_runs (
  subject text PRIMARY KEY,
  finished_at timestamptz NOT NULL
);
