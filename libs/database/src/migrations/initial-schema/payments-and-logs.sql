-- Payments and everything that is kept to prove what happened to them; mails.

-- One row per attempt to pay for a vote; the attempt stays payable and watched for 14 days.
CREATE TABLE payments (
  id uuid PRIMARY KEY,
  vote_id uuid NOT NULL,
  contest_id uuid NOT NULL,
  reference text NOT NULL UNIQUE,
  method text NOT NULL CHECK (method IN ('PAYSTACK', 'MANUAL')),
  channel text,
  flow text NOT NULL CHECK (flow IN ('CHECKOUT', 'CHARGE', 'MANUAL')),
  state text NOT NULL CHECK (state IN (
    'CREATED', 'INIT_UNKNOWN', 'INITIALIZED', 'PROVIDER_PENDING', 'SUPERSEDED', 'REVIEW',
    'FAILED', 'FAILED_INIT', 'EXPIRED', 'COMPLETED', 'DISPUTED',
    'DUPLICATE_PAID', 'LATE_PAID', 'REFUND_DUE', 'REFUNDING', 'REFUNDED', 'REFUND_ATTENTION', 'REVERSED')),
  amount_pesewas bigint NOT NULL CHECK (amount_pesewas > 0),
  currency text NOT NULL DEFAULT 'GHS',
  phone_number text,
  network text,
  authorization_url text,
  access_code text,
  provider_transaction_id bigint,
  provider_status text,
  provider_message text,
  -- What a direct charge asks of the payer (send_otp, pay_offline …); verify answers know nothing of it.
  charge_status text,
  fees_pesewas bigint,
  -- What the provider says it took; differs from amount_pesewas only while the payment is held for review.
  provider_amount_pesewas bigint,
  provider_currency text,
  paid_at timestamptz,
  settled_at timestamptz,
  -- When the sweeper asks the provider next; null when nothing is left to ask.
  next_check_at timestamptz,
  checks integer NOT NULL DEFAULT 0,
  -- A call to the provider is under way since then, if not older than the call may take: one call per reference at a time.
  check_started_at timestamptz,
  checked_at timestamptz,
  watch_until timestamptz,
  -- The payer pressed cancel on the provider's page: from then on 'abandoned' is believed at once.
  cancelled_at timestamptz,
  actor_user_id uuid,
  reason text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX payments_provider_transaction ON payments (provider_transaction_id) WHERE provider_transaction_id IS NOT NULL;
-- The rule everything rests on: one live success per vote.
CREATE UNIQUE INDEX payments_one_success_per_vote ON payments (vote_id) WHERE state IN ('COMPLETED', 'DISPUTED');
CREATE INDEX payments_vote ON payments (vote_id);
CREATE INDEX payments_contest ON payments (contest_id, id DESC);
CREATE INDEX payments_uncounted ON payments (contest_id, state, id DESC) WHERE state NOT IN ('COMPLETED', 'DISPUTED');
CREATE INDEX payments_due ON payments (next_check_at) WHERE next_check_at IS NOT NULL;

-- Every transition with its source. Append-only.
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
CREATE TRIGGER payment_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payment_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Money on its way back: at most one refund per payment, written before the provider is asked.
CREATE TABLE refunds (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL UNIQUE REFERENCES payments,
  amount_pesewas bigint NOT NULL CHECK (amount_pesewas > 0),
  currency text NOT NULL,
  cause text NOT NULL CHECK (cause IN ('DUPLICATE', 'LATE', 'ORDERED')),
  -- SENT: asked, and it is not known yet whether it was heard.
  status text NOT NULL CHECK (status IN ('DUE', 'SENT', 'ACCEPTED', 'PROCESSED', 'ATTENTION', 'CANCELLED')),
  provider_refund_id text,
  attempts integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  next_attempt_at timestamptz,
  last_error text,
  actor_user_id uuid,
  reason text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX refunds_due ON refunds (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- The short code on a voter's receipt, for asking again with no reference at hand.
CREATE TABLE receipts (
  vote_id uuid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);

CREATE TABLE webhook_inbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  body_sha256 bytea NOT NULL UNIQUE,
  body bytea NOT NULL,
  event text,
  reference text,
  received_at timestamptz NOT NULL,
  processed_at timestamptz,
  outcome text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz
);
CREATE INDEX webhook_inbox_open ON webhook_inbox (next_attempt_at) WHERE processed_at IS NULL;

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_user_id uuid,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id uuid NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_subject ON audit_log (subject_type, subject_id, id);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Mails wait here until a server took them: a queue job is only the wake-up.
CREATE TABLE mail_outbox (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL
);
CREATE INDEX mail_outbox_due ON mail_outbox (next_attempt_at) WHERE sent_at IS NULL;
