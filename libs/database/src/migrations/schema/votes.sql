-- Votes, the ledger, held votes, elections, proofs of numbers, tallies.

-- One row per cast. Personal data is erased after the contest's time.
CREATE TABLE votes (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  category_id uuid NOT NULL,
  contestant_id uuid NOT NULL,
  vote_count integer NOT NULL CHECK ((vote_count >= 1) AND (vote_count <= 500000)),
  price_pesewas bigint NOT NULL CHECK (price_pesewas >= 0),
  amount_pesewas bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING', 'COMPLETED', 'FAILED')),
  source text NOT NULL CHECK (source IN ('WEB', 'LIGHT', 'USSD', 'MANUAL')),
  voter_name text,
  voter_email text,
  voter_phone text,
  idempotency_key uuid NOT NULL,
  request_digest bytea NOT NULL,
  created_at timestamptz NOT NULL,
  counted_at timestamptz,
  device_digest bytea,
  multiplier smallint DEFAULT 1 NOT NULL,
  network_digest bytea,
  token_minutes integer,
  CONSTRAINT votes_check1 CHECK ((status = 'COMPLETED') = (counted_at IS NOT NULL)),
  CONSTRAINT votes_amount CHECK ((amount_pesewas <= (price_pesewas * (vote_count / multiplier)))
    AND ((amount_pesewas > 0) = (price_pesewas > 0))),
  CONSTRAINT votes_multiplier CHECK (((multiplier >= 1) AND (multiplier <= 5)) AND ((vote_count % (multiplier)::integer) = 0))
);
CREATE INDEX votes_by_hand ON votes (contest_id, created_at) WHERE (source = 'MANUAL');
CREATE INDEX votes_contest ON votes (contest_id, id DESC);
CREATE INDEX votes_contestant ON votes (contestant_id);
CREATE UNIQUE INDEX votes_idempotency_key ON votes (idempotency_key);
CREATE INDEX votes_uncounted ON votes (contest_id, status, id DESC) WHERE (status <> 'COMPLETED');
CREATE INDEX votes_unpaid ON votes (id) WHERE ((status = 'PENDING') AND (price_pesewas > 0));

-- The source of every count. It names no person. Append-only; no foreign keys (ADR 4).
CREATE TABLE vote_ledger (
  vote_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('COUNT', 'REVERSAL', 'PARTIAL', 'QUARANTINE')),
  contest_id uuid NOT NULL,
  category_id uuid NOT NULL,
  contestant_id uuid NOT NULL,
  votes integer NOT NULL,
  amount_pesewas bigint NOT NULL,
  payment_id uuid,
  method text NOT NULL CHECK (method IN ('FREE', 'PAYSTACK', 'MANUAL')),
  channel text NOT NULL,
  recorded_at timestamptz NOT NULL,
  step smallint DEFAULT 0 NOT NULL,
  PRIMARY KEY (vote_id, kind, step),
  CONSTRAINT vote_ledger_step_check CHECK ((kind IN ('PARTIAL', 'QUARANTINE')) = (step > 0)),
  CONSTRAINT vote_ledger_votes_check CHECK (CASE kind WHEN 'COUNT' THEN (votes > 0) WHEN 'REVERSAL' THEN (votes < 0)
    WHEN 'QUARANTINE' THEN (((votes < 0) = ((step % 2) = 1)) AND (amount_pesewas = 0) AND (method = 'FREE')) ELSE ((votes <= 0)
    AND (amount_pesewas <= 0)) END)
);
CREATE INDEX vote_ledger_contest ON vote_ledger (contest_id, contestant_id) INCLUDE (votes);
CREATE INDEX vote_ledger_reversals ON vote_ledger (vote_id) WHERE (kind = 'REVERSAL');
CREATE TRIGGER vote_ledger_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON vote_ledger FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- Why a free vote is held, and the decision.
CREATE TABLE held_votes (
  vote_id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  votes integer NOT NULL CHECK (votes > 0),
  reason text NOT NULL,
  held_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('RELEASED', 'REJECTED')),
  decided_at timestamptz,
  decided_by uuid,
  appealed_at timestamptz,
  decision_reason text,
  CONSTRAINT held_votes_check CHECK ((decision IS NULL) = (decided_at IS NULL))
);
CREATE INDEX held_votes_appealed ON held_votes (contest_id, vote_id DESC) WHERE ((appealed_at IS NOT NULL) AND (decision IS NULL));
CREATE INDEX held_votes_contest ON held_votes (contest_id, decision, vote_id DESC) INCLUDE (votes, reason);

-- What was decided about held votes, and why; public. Append-only.
CREATE TABLE held_decisions (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  contestant_id uuid NOT NULL,
  decision text NOT NULL CHECK (decision IN ('RELEASED', 'REJECTED')),
  casts integer NOT NULL CHECK (casts > 0),
  votes bigint NOT NULL CHECK (votes > 0),
  reason text,
  decided_by uuid,
  decided_at timestamptz NOT NULL
);
CREATE INDEX held_decisions_contest ON held_decisions (contest_id, decided_at);
CREATE TRIGGER held_decisions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON held_decisions FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- Counted free votes that were taken out together, and put back.
CREATE TABLE quarantines (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL REFERENCES contests,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  contestant_id uuid,
  token_younger_minutes integer,
  network_digest bytea,
  channel text,
  reason text NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  casts integer NOT NULL CHECK (casts > 0),
  votes bigint NOT NULL CHECK (votes > 0),
  applied_at timestamptz,
  decision text CHECK (decision IN ('CONFIRMED', 'REJECTED')),
  decided_by uuid,
  decided_at timestamptz,
  undone_by uuid,
  undone_at timestamptz,
  voters_checked_at timestamptz,
  CONSTRAINT quarantines_check CHECK (from_at < to_at),
  CONSTRAINT quarantines_check1 CHECK (((decision IS NULL) = (decided_at IS NULL)) AND ((decision IS NULL) = (decided_by IS NULL))),
  CONSTRAINT quarantines_check2 CHECK ((decision IS DISTINCT FROM 'CONFIRMED') OR (decided_by <> asked_by)),
  CONSTRAINT quarantines_check3 CHECK ((undone_at IS NULL) OR (applied_at IS NOT NULL))
);
CREATE INDEX quarantines_contest ON quarantines (contest_id, id DESC);
CREATE INDEX quarantines_voters ON quarantines (applied_at) WHERE ((applied_at IS NOT NULL) AND (voters_checked_at IS NULL));

CREATE TABLE quarantined_votes (
  vote_id uuid NOT NULL,
  quarantine_id uuid NOT NULL REFERENCES quarantines,
  PRIMARY KEY (vote_id, quarantine_id)
);
CREATE INDEX quarantined_votes_quarantine ON quarantined_votes (quarantine_id);

-- Keyed digests of listed numbers and ballot codes.
CREATE TABLE electors (
  contest_id uuid NOT NULL REFERENCES contests ON DELETE CASCADE,
  digest bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('PHONE', 'CODE')),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, digest)
);

-- The primary key is the rule: one ballot per elector and category.
CREATE TABLE ballots (
  contest_id uuid NOT NULL,
  category_id uuid NOT NULL,
  elector bytea NOT NULL,
  vote_id uuid NOT NULL,
  replaced_vote_id uuid,
  changes integer DEFAULT 0 NOT NULL,
  cast_at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, category_id, elector)
);

-- Wrong ballot codes of networks.
CREATE TABLE ballot_guesses (
  contest_id uuid NOT NULL,
  network bytea NOT NULL,
  since timestamptz NOT NULL,
  wrong integer NOT NULL,
  PRIMARY KEY (contest_id, network, since)
);

-- Requests of codes by SMS and by dialling; deleted after two hours.
CREATE TABLE phone_verifications (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  phone text NOT NULL,
  tries integer DEFAULT 0 NOT NULL CHECK ((tries >= 0) AND (tries <= 5)),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  verified_at timestamptz,
  status text DEFAULT 'DUE' NOT NULL CHECK (status IN ('DUE', 'SENDING', 'SENT', 'UNSURE', 'GIVEN_UP')),
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz,
  last_error text,
  sent_at timestamptz,
  channel text DEFAULT 'sms' NOT NULL CHECK (channel IN ('sms', 'ussd')),
  dial_number text,
  dialled_by uuid,
  network bytea,
  CONSTRAINT phone_verifications_dial_number_check CHECK ((channel <> 'ussd') OR (dial_number ~ '^[0-9]{4}$'))
);
CREATE INDEX phone_verifications_created ON phone_verifications (created_at);
CREATE INDEX phone_verifications_due ON phone_verifications (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX phone_verifications_phone ON phone_verifications (phone, created_at);

-- Codes that contests and networks have used.
CREATE TABLE verification_counts (
  kind text NOT NULL CHECK (kind IN ('CONTEST', 'NETWORK')),
  subject text NOT NULL,
  since timestamptz NOT NULL,
  codes integer NOT NULL,
  PRIMARY KEY (kind, subject, since)
);

-- Counted and not yet added to the tallies.
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
  phone_digests bytea[] DEFAULT '{}' NOT NULL,
  email_digests bytea[] DEFAULT '{}' NOT NULL,
  created_at timestamptz NOT NULL,
  is_correction boolean DEFAULT false NOT NULL,
  released_at timestamptz
);
CREATE INDEX tally_outbox_contest ON tally_outbox (contest_id, id);

-- Folds of the ledger, kept by the drain.
CREATE TABLE contest_tallies (
  contest_id uuid PRIMARY KEY,
  votes bigint DEFAULT 0 NOT NULL,
  transactions bigint DEFAULT 0 NOT NULL,
  amount_pesewas bigint DEFAULT 0 NOT NULL,
  unique_phones bigint DEFAULT 0 NOT NULL,
  unique_emails bigint DEFAULT 0 NOT NULL,
  version bigint DEFAULT 0 NOT NULL,
  updated_at timestamptz NOT NULL,
  version_at_end bigint
) WITH (fillfactor=50);

CREATE TABLE contestant_tallies (
  contestant_id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  category_id uuid NOT NULL,
  votes bigint DEFAULT 0 NOT NULL,
  transactions bigint DEFAULT 0 NOT NULL,
  amount_pesewas bigint DEFAULT 0 NOT NULL,
  version bigint NOT NULL,
  votes_after_end bigint DEFAULT 0 NOT NULL
) WITH (fillfactor=50);
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
) WITH (fillfactor=50);

-- A ring of 128 minutes per contest.
CREATE TABLE contest_minutes (
  contest_id uuid NOT NULL,
  slot smallint NOT NULL CHECK ((slot >= 0) AND (slot <= 127)),
  minute timestamptz NOT NULL,
  votes bigint NOT NULL,
  PRIMARY KEY (contest_id, slot)
) WITH (fillfactor=50);

-- Digests of unique voters.
CREATE TABLE contest_voters (
  contest_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('phone', 'email')),
  digest bytea NOT NULL,
  PRIMARY KEY (contest_id, kind, digest)
);

-- Hours that archived nominees take out of `contest_hours`.
CREATE TABLE archived_hours (
  contestant_id uuid NOT NULL,
  contest_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  method text NOT NULL,
  channel text NOT NULL,
  votes bigint NOT NULL,
  transactions bigint NOT NULL,
  PRIMARY KEY (contestant_id, hour, method, channel)
);
CREATE INDEX archived_hours_contest ON archived_hours (contest_id, hour);

-- Whose voters are to be looked at again.
CREATE TABLE uncounted_contestants (
  contestant_id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  uncounted_at timestamptz NOT NULL,
  voters_checked_at timestamptz
);
CREATE INDEX uncounted_contestants_open ON uncounted_contestants (contest_id) WHERE (voters_checked_at IS NULL);

CREATE TABLE uncounted_votes (
  vote_id uuid PRIMARY KEY,
  voters_checked_at timestamptz NOT NULL
);

CREATE VIEW visible_hours AS
SELECT contest_id, hour, method, channel, votes, transactions, amount_pesewas FROM contest_hours
UNION ALL
SELECT contest_id, hour, method, channel, -votes, -transactions, 0 FROM archived_hours;

-- What still counts of each vote: without what went back in part, and without votes in quarantine.
CREATE VIEW standing_ledger AS
SELECT l.vote_id, l.kind, l.contest_id, l.category_id, l.contestant_id,
  (l.votes + coalesce(p.votes, 0))::integer AS votes, (l.amount_pesewas + coalesce(p.amount, 0))::bigint AS amount_pesewas,
  l.payment_id, l.method, l.channel, l.recorded_at
FROM vote_ledger l
LEFT JOIN LATERAL (
  SELECT sum(votes) AS votes, sum(amount_pesewas) AS amount, sum(votes) FILTER (WHERE kind = 'QUARANTINE') AS quarantined
  FROM vote_ledger WHERE vote_id = l.vote_id AND kind IN ('PARTIAL', 'QUARANTINE')
) p ON true
WHERE l.kind = 'COUNT' AND coalesce(p.quarantined, 0) = 0
  AND NOT EXISTS (SELECT FROM vote_ledger r WHERE r.vote_id = l.vote_id AND r.kind = 'REVERSAL');

-- What people decided about single votes that were cast by voters, with the reason that the voter is told.
CREATE VIEW vote_decisions AS
SELECT vote_id, decision AS kind, decision_reason AS reason, decided_at AS at FROM held_votes WHERE decision IS NOT NULL
UNION ALL
SELECT v.vote_id, 'QUARANTINED', q.reason, q.applied_at
FROM quarantined_votes v JOIN quarantines q ON q.id = v.quarantine_id
UNION ALL
SELECT v.vote_id, 'RESTORED', NULL, q.undone_at
FROM quarantined_votes v JOIN quarantines q ON q.id = v.quarantine_id WHERE q.undone_at IS NOT NULL;

-- Rows that may be folded now.
CREATE VIEW due_tally_outbox AS
  SELECT o.* FROM tally_outbox o
  WHERE o.released_at IS NOT NULL OR NOT EXISTS (SELECT FROM contests c WHERE c.id = o.contest_id AND ballots_are_secret(c));
