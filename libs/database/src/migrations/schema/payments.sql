-- Payments, refunds, disputes, cash, the inbox of webhooks.

-- One row per attempt. A unique index allows one success per vote.
CREATE TABLE payments (
  id uuid PRIMARY KEY,
  vote_id uuid NOT NULL,
  contest_id uuid NOT NULL,
  reference text NOT NULL UNIQUE,
  method text NOT NULL CHECK (method IN ('PAYSTACK', 'MANUAL')),
  channel text,
  flow text NOT NULL CHECK (flow IN ('CHECKOUT', 'CHARGE', 'MANUAL')),
  state text NOT NULL CHECK (state IN ('CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED', 'REVIEW', 'FAILED',
    'FAILED_INIT', 'EXPIRED', 'COMPLETED', 'DISPUTED', 'DUPLICATE_PAID', 'LATE_PAID', 'REFUND_DUE', 'REFUNDING', 'REFUNDED',
    'REFUND_ATTENTION', 'REVERSED')),
  amount_pesewas bigint NOT NULL CHECK (amount_pesewas > 0),
  currency text DEFAULT 'GHS' NOT NULL,
  phone_number text,
  network text,
  authorization_url text,
  access_code text,
  provider_transaction_id bigint,
  provider_status text,
  provider_message text,
  charge_status text,
  fees_pesewas bigint,
  provider_amount_pesewas bigint,
  provider_currency text,
  paid_at timestamptz,
  settled_at timestamptz,
  next_check_at timestamptz,
  checks integer DEFAULT 0 NOT NULL,
  check_started_at timestamptz,
  checked_at timestamptz,
  watch_until timestamptz,
  cancelled_at timestamptz,
  actor_user_id uuid,
  reason text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  returned_pesewas bigint DEFAULT 0 NOT NULL CHECK (returned_pesewas >= 0),
  returns_check_at timestamptz,
  charge_text text,
  charge_url text,
  host_id uuid,
  fee_policy_version integer,
  fee_bearer text,
  charge_pesewas bigint,
  subaccount_code text,
  told_platform_pesewas bigint,
  told_host_pesewas bigint,
  told_subaccount text
);
CREATE INDEX payments_contest ON payments (contest_id, id DESC);
CREATE INDEX payments_due ON payments (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE UNIQUE INDEX payments_one_success_per_vote ON payments (vote_id) WHERE (state IN ('COMPLETED', 'DISPUTED'));
CREATE INDEX payments_phone ON payments (contest_id, phone_number) WHERE (phone_number IS NOT NULL);
CREATE INDEX payments_prompts ON payments (phone_number, created_at DESC) WHERE (flow = 'CHARGE');
CREATE UNIQUE INDEX payments_provider_transaction ON payments (provider_transaction_id) WHERE (provider_transaction_id IS NOT NULL);
CREATE INDEX payments_reported_otherwise ON payments (host_id, id) WHERE ((subaccount_code IS NOT NULL)
  AND (told_platform_pesewas IS NOT NULL) AND (state NOT IN ('CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED',
  'FAILED', 'FAILED_INIT', 'EXPIRED')) AND ((told_subaccount <> subaccount_code) OR (((told_platform_pesewas + told_host_pesewas)
  + COALESCE(fees_pesewas, (0)::bigint)) IS DISTINCT FROM provider_amount_pesewas) OR ((told_platform_pesewas + CASE
  WHEN (fee_bearer = 'platform') THEN COALESCE(fees_pesewas, (0)::bigint) ELSE (0)::bigint END) IS DISTINCT FROM charge_pesewas)));
CREATE INDEX payments_returns_due ON payments (returns_check_at) WHERE (returns_check_at IS NOT NULL);
CREATE INDEX payments_told_otherwise ON payments (host_id, id) WHERE ((subaccount_code IS NOT NULL) AND (state NOT IN ('CREATED',
  'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED', 'FAILED', 'FAILED_INIT', 'EXPIRED'))
  AND ((told_subaccount IS DISTINCT FROM subaccount_code) OR (((told_platform_pesewas + told_host_pesewas) + COALESCE(fees_pesewas,
  (0)::bigint)) IS DISTINCT FROM provider_amount_pesewas) OR ((told_platform_pesewas + CASE
  WHEN (fee_bearer = 'platform') THEN COALESCE(fees_pesewas, (0)::bigint) ELSE (0)::bigint END) IS DISTINCT FROM charge_pesewas)));
CREATE INDEX payments_uncounted ON payments (contest_id, state, id DESC) WHERE (state NOT IN ('COMPLETED', 'DISPUTED'));
CREATE INDEX payments_vote ON payments (vote_id);

CREATE FUNCTION payment_received(p payments) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN (COALESCE((p).provider_currency, (p).currency) <> (p).currency) THEN (0)::bigint ELSE COALESCE((p).provider_amount_pesewas, GREATEST((p).amount_pesewas, (p).returned_pesewas)) END;

-- Every change of a payment's state with its source. Append-only.
CREATE TABLE payment_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments,
  from_state text,
  to_state text NOT NULL,
  source text NOT NULL CHECK (source IN ('initialize', 'charge', 'webhook', 'verify', 'sweep', 'list', 'manual', 'refund', 'cancel')),
  detail jsonb,
  at timestamptz NOT NULL
);
CREATE INDEX payment_events_payment ON payment_events (payment_id, id);
CREATE TRIGGER payment_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON payment_events FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- At most one of ours per payment.
CREATE TABLE refunds (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL UNIQUE REFERENCES payments,
  amount_pesewas bigint NOT NULL CHECK (amount_pesewas > 0),
  currency text NOT NULL,
  cause text NOT NULL CHECK (cause IN ('DUPLICATE', 'LATE', 'ORDERED')),
  status text NOT NULL CHECK (status IN ('DUE', 'SENT', 'ACCEPTED', 'PROCESSED', 'ATTENTION', 'CANCELLED')),
  provider_refund_id text,
  attempts integer DEFAULT 0 NOT NULL,
  sent_at timestamptz,
  next_attempt_at timestamptz,
  last_error text,
  actor_user_id uuid,
  reason text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX refunds_due ON refunds (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE FUNCTION sum_money_returns() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
BEGIN
  INSERT INTO host_sums (host_id, contest_id, month, returned)
  SELECT j.host_id, j.contest_id, to_char(a.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
    sum(least(p.returned_pesewas, payment_received(p)) - least(p.returned_pesewas - a.amount_pesewas, payment_received(p)))
  FROM added a
  JOIN payments p ON p.id = a.payment_id AND p.method <> 'MANUAL'
  JOIN journal j ON j.payment_id = a.payment_id AND j.step = 1
  WHERE a.currency = 'GHS'
  GROUP BY j.host_id, j.contest_id, month;
  RETURN NULL;
END $$;

-- Each return of money once, by the provider's name of it.
CREATE TABLE money_returns (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments,
  source text NOT NULL CHECK (source IN ('REFUND', 'DISPUTE', 'REVERSAL', 'HAND')),
  source_id text,
  refund_id uuid REFERENCES refunds,
  amount_pesewas bigint NOT NULL CHECK (amount_pesewas > 0),
  currency text NOT NULL,
  recorded_at timestamptz NOT NULL
);
CREATE INDEX money_returns_payment ON money_returns (payment_id);
CREATE UNIQUE INDEX money_returns_source ON money_returns (source, source_id) WHERE (source_id IS NOT NULL);
CREATE TRIGGER money_returns_sums AFTER INSERT ON money_returns REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION sum_money_returns();

CREATE TABLE disputes (
  id bigint PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments,
  contest_id uuid NOT NULL,
  status text NOT NULL,
  resolution text,
  amount_pesewas bigint NOT NULL CHECK (amount_pesewas >= 0),
  due_at timestamptz,
  evidence_id bigint,
  attachment text,
  opened_at timestamptz NOT NULL,
  resolved_at timestamptz,
  updated_at timestamptz NOT NULL,
  reminded_at timestamptz
);
CREATE INDEX disputes_contest ON disputes (contest_id);
CREATE INDEX disputes_payment ON disputes (payment_id);

-- Decisions that wait for a second person.
CREATE TABLE payment_corrections (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments,
  kind text NOT NULL CHECK (kind IN ('RETURNED', 'KEPT', 'REFUND', 'DISPUTE')),
  amount_pesewas bigint NOT NULL CHECK (amount_pesewas > 0),
  reason text NOT NULL,
  entered_by uuid NOT NULL,
  entered_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('CONFIRMED', 'REJECTED', 'ORDERED', 'WITHDRAWN')),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  dispute_id bigint REFERENCES disputes,
  CONSTRAINT payment_corrections_check CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CONSTRAINT payment_corrections_check1 CHECK ((decision IS NULL) = (decided_by IS NULL)),
  CONSTRAINT payment_corrections_check2 CHECK ((decision IS DISTINCT FROM 'CONFIRMED') OR (decided_by <> entered_by)),
  CONSTRAINT payment_corrections_dispute_check CHECK ((kind = 'DISPUTE') = (dispute_id IS NOT NULL)),
  CONSTRAINT payment_corrections_ordered_check CHECK (CASE decision WHEN 'ORDERED' THEN ((kind IN ('REFUND', 'DISPUTE'))
    AND (decided_by <> entered_by)) WHEN 'CONFIRMED' THEN (kind NOT IN ('REFUND', 'DISPUTE')) ELSE true END),
  CONSTRAINT payment_corrections_withdrawn_check CHECK ((decision IS DISTINCT FROM 'WITHDRAWN') OR (kind IN ('REFUND', 'DISPUTE')))
);
CREATE INDEX payment_corrections_payment ON payment_corrections (payment_id);
CREATE UNIQUE INDEX payment_corrections_waiting ON payment_corrections (payment_id) WHERE (decision IS NULL);

-- Cash and free votes by hand above what one person may enter.
CREATE TABLE cash_entries (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  category_id uuid NOT NULL,
  contestant_id uuid NOT NULL,
  votes integer NOT NULL CHECK (votes > 0),
  price_pesewas bigint NOT NULL,
  voter_name text,
  voter_email text,
  voter_phone text,
  idempotency_key uuid NOT NULL UNIQUE,
  request_digest bytea NOT NULL,
  reason text NOT NULL,
  entered_by uuid NOT NULL,
  entered_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('CONFIRMED', 'REJECTED')),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  amount_pesewas bigint,
  multiplier smallint DEFAULT 1 NOT NULL CHECK ((multiplier >= 1) AND (multiplier <= 5)),
  CONSTRAINT cash_entries_amount CHECK ((amount_pesewas > 0) = (price_pesewas > 0)),
  CONSTRAINT cash_entries_check CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CONSTRAINT cash_entries_check1 CHECK ((decision IS NULL) = (decided_by IS NULL)),
  CONSTRAINT cash_entries_check2 CHECK ((decision IS DISTINCT FROM 'CONFIRMED') OR (decided_by <> entered_by)),
  CONSTRAINT cash_entries_price CHECK (price_pesewas >= 0)
);
CREATE INDEX cash_entries_contest ON cash_entries (contest_id, id DESC);
CREATE INDEX cash_entries_waiting ON cash_entries (id DESC) WHERE (decision IS NULL);

-- Stored webhooks until they are settled.
CREATE TABLE webhook_inbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  body_sha256 bytea NOT NULL UNIQUE,
  body bytea NOT NULL,
  event text,
  reference text,
  received_at timestamptz NOT NULL,
  processed_at timestamptz,
  outcome text,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz,
  last_error text,
  set_aside_at timestamptz
);
CREATE INDEX webhook_inbox_open ON webhook_inbox (next_attempt_at) WHERE (processed_at IS NULL);
CREATE INDEX webhook_inbox_reference ON webhook_inbox (reference) WHERE (reference IS NOT NULL);
CREATE INDEX webhook_inbox_set_aside ON webhook_inbox (set_aside_at) WHERE (set_aside_at IS NOT NULL);

CREATE TABLE reconciled_days (
  day date PRIMARY KEY,
  checked_at timestamptz NOT NULL,
  successes integer NOT NULL,
  differences integer NOT NULL
);

-- What the daily comparison with the provider found.
CREATE TABLE book_differences (
  reference text NOT NULL,
  class text NOT NULL,
  day date NOT NULL,
  contest_id uuid,
  payment_id uuid,
  provider_amount_pesewas bigint,
  booked_amount_pesewas bigint,
  found_at timestamptz NOT NULL,
  resolved_at timestamptz,
  PRIMARY KEY (reference, class),
  CONSTRAINT book_differences_class_check CHECK (class IN ('unknown-reference', 'not-booked', 'amount-differs', 'not-at-provider',
    'reversed', 'returned-in-part', 'returned-too-much'))
);
CREATE INDEX book_differences_open ON book_differences (contest_id, found_at) WHERE (resolved_at IS NULL);

CREATE TABLE receipts (
  vote_id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);

-- Prompts that USSD sessions have announced, until they are sent.
CREATE TABLE ussd_charges (
  vote_id uuid PRIMARY KEY,
  network text NOT NULL,
  status text DEFAULT 'DUE' NOT NULL CHECK (status IN ('DUE', 'SENT', 'GIVEN_UP')),
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz,
  last_error text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz
);
CREATE INDEX ussd_charges_due ON ussd_charges (next_attempt_at) WHERE (status = 'DUE');

CREATE VIEW payment_money AS
SELECT p.id AS payment_id, m.received, t.taken,
  -- Of what was taken for the votes, the share that went back; never more than that.
  CASE WHEN m.received > 0 THEN floor(t.taken::numeric * least(p.returned_pesewas, m.received) / m.received)::bigint ELSE 0 END AS returned,
  -- What went back beyond what was received.
  CASE WHEN m.received > 0 THEN greatest(p.returned_pesewas - m.received, 0) ELSE 0 END AS lost
FROM payments p
CROSS JOIN LATERAL (
  -- Nothing was received while nothing is paid.
  SELECT CASE WHEN p.state IN ('CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED', 'FAILED', 'FAILED_INIT',
    'EXPIRED')
    THEN 0 ELSE payment_received(p) END AS received) m
CROSS JOIN LATERAL (
  -- Fees that the payer paid on top: the provider keeps them, so they are no vote's.
  SELECT CASE WHEN m.received - p.amount_pesewas BETWEEN 1 AND coalesce(p.fees_pesewas, 0) + 1 AND EXISTS (
      SELECT FROM vote_ledger l WHERE l.vote_id = p.vote_id AND l.kind = 'COUNT' AND l.payment_id = p.id
        AND l.amount_pesewas = p.amount_pesewas)
    THEN p.amount_pesewas ELSE m.received END AS taken) t;
