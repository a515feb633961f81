-- Votes, the append-only ledger, and what is folded from it.

CREATE TABLE votes (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  category_id uuid NOT NULL,
  contestant_id uuid NOT NULL,
  vote_count integer NOT NULL CHECK (vote_count BETWEEN 1 AND 100000),
  -- Copied when the vote is cast: a later change of the contest does not touch it.
  price_pesewas bigint NOT NULL CHECK (price_pesewas >= 0),
  amount_pesewas bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING', 'COMPLETED', 'FAILED')),
  source text NOT NULL CHECK (source IN ('WEB', 'MANUAL', 'USSD')),
  -- Personal data: erased on request, the ledger row stays.
  voter_name text,
  voter_email text,
  voter_phone text,
  idempotency_key uuid NOT NULL,
  request_digest bytea NOT NULL,
  created_at timestamptz NOT NULL,
  counted_at timestamptz,
  CHECK (amount_pesewas = price_pesewas * vote_count),
  CHECK ((status = 'COMPLETED') = (counted_at IS NOT NULL))
);
CREATE UNIQUE INDEX votes_idempotency_key ON votes (idempotency_key);
CREATE INDEX votes_contest ON votes (contest_id, id DESC);
CREATE INDEX votes_contestant ON votes (contestant_id);
-- Counts what is not in the folds; stays small, because a vote leaves it when it counts.
CREATE INDEX votes_uncounted ON votes (contest_id, status, id DESC) WHERE status <> 'COMPLETED';

-- Append-only. Names no person; a correction is a new row. Partitioning by range of vote_id stays possible because the
-- only unique rule contains it.
CREATE TABLE vote_ledger (
  vote_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('COUNT', 'REVERSAL')),
  contest_id uuid NOT NULL,
  category_id uuid NOT NULL,
  contestant_id uuid NOT NULL,
  votes integer NOT NULL CHECK (votes <> 0),
  amount_pesewas bigint NOT NULL,
  payment_id uuid,
  method text NOT NULL CHECK (method IN ('FREE', 'PAYSTACK', 'MANUAL')),
  channel text NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (vote_id, kind),
  CHECK ((kind = 'COUNT') = (votes > 0))
);
CREATE INDEX vote_ledger_contest ON vote_ledger (contest_id, contestant_id) INCLUDE (votes);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: write a correcting row', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER vote_ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON vote_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What has been counted but not yet folded: one row per contestant and flush, deleted by the drain.
CREATE TABLE tally_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contest_id uuid NOT NULL,
  category_id uuid NOT NULL,
  contestant_id uuid NOT NULL,
  votes bigint NOT NULL,
  transactions integer NOT NULL,
  amount_pesewas bigint NOT NULL,
  hour timestamptz NOT NULL,
  method text NOT NULL,
  channel text NOT NULL,
  phone_digests bytea[] NOT NULL DEFAULT '{}',
  email_digests bytea[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL
);
CREATE INDEX tally_outbox_contest ON tally_outbox (contest_id, id);

CREATE TABLE contest_tallies (
  contest_id uuid PRIMARY KEY,
  votes bigint NOT NULL DEFAULT 0,
  transactions bigint NOT NULL DEFAULT 0,
  amount_pesewas bigint NOT NULL DEFAULT 0,
  unique_phones bigint NOT NULL DEFAULT 0,
  unique_emails bigint NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE contestant_tallies (
  contestant_id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  category_id uuid NOT NULL,
  votes bigint NOT NULL DEFAULT 0,
  transactions bigint NOT NULL DEFAULT 0,
  amount_pesewas bigint NOT NULL DEFAULT 0,
  -- Version of the contest's tally at which this row last changed.
  version bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX contestant_tallies_contest ON contestant_tallies (contest_id);

CREATE TABLE contest_hours (
  contest_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  method text NOT NULL,
  channel text NOT NULL,
  votes bigint NOT NULL,
  transactions bigint NOT NULL,
  amount_pesewas bigint NOT NULL,
  PRIMARY KEY (contest_id, hour, method, channel)
) WITH (fillfactor = 50);

CREATE TABLE contest_voters (
  contest_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('phone', 'email')),
  digest bytea NOT NULL,
  PRIMARY KEY (contest_id, kind, digest)
);
