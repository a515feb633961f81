-- Decisions on held votes with their reasons, and quarantines of counted free votes (ADR 188).
--
-- Expand-only: the release before this one decides held votes without a reason, stores votes without network and age of the token, and
-- writes no QUARANTINE row. Constraints of the ledger are not checked again: every older row fulfils them.

-- Votes come in meanwhile: rather fail and be run again than make them queue up behind a long query.
SET LOCAL lock_timeout = '10s';

-- What the organiser, or the deadline, gave as the reason. Null: decided before reasons were asked for.
ALTER TABLE held_votes ADD COLUMN decision_reason text;

-- Public and append-only: what was released and rejected, of which nominee. A vote that was rejected and then released is in both sums.
CREATE TABLE held_decisions (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  contestant_id uuid NOT NULL,
  decision text NOT NULL CHECK (decision IN ('RELEASED', 'REJECTED')),
  casts integer NOT NULL CHECK (casts > 0),
  votes bigint NOT NULL CHECK (votes > 0),
  -- Null: of a decision before reasons were asked for.
  reason text,
  -- Null: undecided at the deadline.
  decided_by uuid,
  decided_at timestamptz NOT NULL
);
CREATE INDEX held_decisions_contest ON held_decisions (contest_id, decided_at);
CREATE TRIGGER held_decisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON held_decisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
INSERT INTO held_decisions (id, contest_id, contestant_id, decision, casts, votes, decided_by, decided_at)
SELECT gen_random_uuid(), h.contest_id, v.contestant_id, h.decision, count(*), sum(h.votes), h.decided_by, h.decided_at
FROM held_votes h JOIN votes v ON v.id = h.vote_id
WHERE h.decision IS NOT NULL
GROUP BY h.contest_id, v.contestant_id, h.decision, h.decided_by, h.decided_at;

-- Personal data, erased like the phone: a keyed digest of the sender's network (/24, /48) within one contest, and how old the token of its
-- browser was (0: it had none). Null: not known, or of no browser.
ALTER TABLE votes ADD COLUMN network_digest bytea, ADD COLUMN token_minutes integer;

-- A QUARANTINE row with an odd step takes a free vote back, the next step restores it.
ALTER TABLE vote_ledger
  DROP CONSTRAINT vote_ledger_kind_check,
  DROP CONSTRAINT vote_ledger_votes_check,
  DROP CONSTRAINT vote_ledger_step_check,
  ADD CONSTRAINT vote_ledger_kind_check CHECK (kind IN ('COUNT', 'REVERSAL', 'PARTIAL', 'QUARANTINE')) NOT VALID,
  ADD CONSTRAINT vote_ledger_votes_check CHECK (CASE kind WHEN 'COUNT' THEN votes > 0 WHEN 'REVERSAL' THEN votes < 0
    WHEN 'QUARANTINE' THEN (votes < 0) = (step % 2 = 1) AND amount_pesewas = 0 AND method = 'FREE'
    ELSE votes <= 0 AND amount_pesewas <= 0 END) NOT VALID,
  ADD CONSTRAINT vote_ledger_step_check CHECK ((kind IN ('PARTIAL', 'QUARANTINE')) = (step > 0)) NOT VALID;

-- What still counts of each vote: without what went back in part, and without votes in quarantine.
CREATE OR REPLACE VIEW standing_ledger AS
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

-- Votes that a restoration brings back did not arrive in that minute.
ALTER TABLE tally_outbox ADD COLUMN is_correction boolean NOT NULL DEFAULT false;

CREATE TABLE quarantines (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL REFERENCES contests,
  -- Which votes: cast from this time on and before that one. Null: any.
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  contestant_id uuid,
  token_younger_minutes integer,
  network_digest bytea,
  channel text,
  -- Public.
  reason text NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  -- Chosen when it was asked for; those that were taken back once it is applied.
  casts integer NOT NULL CHECK (casts > 0),
  votes bigint NOT NULL CHECK (votes > 0),
  applied_at timestamptz,
  -- Of a second person, where one is needed.
  decision text CHECK (decision IN ('CONFIRMED', 'REJECTED')),
  decided_by uuid,
  decided_at timestamptz,
  undone_by uuid,
  undone_at timestamptz,
  -- When voters without another vote were taken out of the figures.
  voters_checked_at timestamptz,
  CHECK (from_at < to_at),
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
  CHECK (decision IS DISTINCT FROM 'CONFIRMED' OR decided_by <> asked_by),
  CHECK (undone_at IS NULL OR applied_at IS NOT NULL)
);
CREATE INDEX quarantines_contest ON quarantines (contest_id, id DESC);
CREATE INDEX quarantines_voters ON quarantines (applied_at) WHERE applied_at IS NOT NULL AND voters_checked_at IS NULL;

CREATE TABLE quarantined_votes (
  vote_id uuid NOT NULL,
  quarantine_id uuid NOT NULL REFERENCES quarantines,
  PRIMARY KEY (vote_id, quarantine_id)
);
CREATE INDEX quarantined_votes_quarantine ON quarantined_votes (quarantine_id);

-- What people decided about single votes that were cast by voters, with the reason that the voter is told.
CREATE VIEW vote_decisions AS
SELECT vote_id, decision AS kind, decision_reason AS reason, decided_at AS at FROM held_votes WHERE decision IS NOT NULL
UNION ALL
SELECT v.vote_id, 'QUARANTINED', q.reason, q.applied_at
FROM quarantined_votes v JOIN quarantines q ON q.id = v.quarantine_id
UNION ALL
SELECT v.vote_id, 'RESTORED', NULL, q.undone_at
FROM quarantined_votes v JOIN quarantines q ON q.id = v.quarantine_id WHERE q.undone_at IS NOT NULL;
