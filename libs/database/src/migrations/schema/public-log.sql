-- The public log of each contest.

-- Size and state of each contest's log.
CREATE TABLE log_trees (
  contest_id uuid PRIMARY KEY,
  size bigint DEFAULT 0 NOT NULL CHECK (size >= 0),
  searched_version bigint,
  rules_logged bigint DEFAULT 0 NOT NULL,
  open_size bigint DEFAULT 0 NOT NULL,
  tiles_stored bigint DEFAULT 0 NOT NULL,
  logged_end timestamptz,
  rosters_logged bigint DEFAULT 0 NOT NULL
);

CREATE FUNCTION refuse_old_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added a JOIN log_trees t ON t.contest_id = a.contest_id
    WHERE a.vote_id IS NOT NULL AND t.rosters_logged > 0 AND a.entry NOT LIKE '%"v":2%'
  ) THEN
    RAISE EXCEPTION 'the log has a roster: votes are appended by workers of the release that writes version 2';
  END IF;
  RETURN NULL;
END $$;

-- Leaves. Append-only.
CREATE TABLE log_entries (
  contest_id uuid NOT NULL,
  leaf_index bigint NOT NULL CHECK (leaf_index >= 0),
  vote_id uuid,
  kind text NOT NULL,
  step smallint,
  entry text NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  rules_id bigint,
  key_id uuid,
  roster_id bigint,
  PRIMARY KEY (contest_id, leaf_index),
  CONSTRAINT log_entries_of_one CHECK (num_nonnulls(vote_id, rules_id, key_id, roster_id) = 1)
);
CREATE UNIQUE INDEX log_entries_key ON log_entries (key_id) WHERE (key_id IS NOT NULL);
CREATE UNIQUE INDEX log_entries_ledger_row ON log_entries (vote_id, kind, step);
CREATE INDEX log_entries_rosters ON log_entries (contest_id, leaf_index) WHERE (roster_id IS NOT NULL);
CREATE UNIQUE INDEX log_entries_rules ON log_entries (rules_id) WHERE (rules_id IS NOT NULL);
CREATE TRIGGER log_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_entries FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_entries_versions AFTER INSERT ON log_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_old_entries();

-- Hashes of full tiles. Append-only.
CREATE TABLE log_nodes (
  contest_id uuid NOT NULL,
  level smallint NOT NULL CHECK ((level >= 1) AND (level <= 63)),
  node_index bigint NOT NULL CHECK (node_index >= 0),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (contest_id, level, node_index)
);
CREATE TRIGGER log_nodes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_nodes FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- Signed checkpoints. Append-only.
CREATE TABLE log_checkpoints (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contest_id uuid NOT NULL,
  size bigint NOT NULL,
  root bytea NOT NULL CHECK (octet_length(root) = 32),
  note text NOT NULL,
  verifier_key text NOT NULL,
  signed_at timestamptz NOT NULL
);
CREATE INDEX log_checkpoints_contest ON log_checkpoints (contest_id, id DESC);
CREATE TRIGGER log_checkpoints_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_checkpoints FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- Cosignatures of witnesses. Append-only.
CREATE TABLE log_cosignatures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contest_id uuid NOT NULL,
  checkpoint_id bigint NOT NULL REFERENCES log_checkpoints,
  witness text NOT NULL,
  line text NOT NULL,
  received_at timestamptz NOT NULL,
  UNIQUE (checkpoint_id, witness)
);
CREATE INDEX log_cosignatures_contest ON log_cosignatures (contest_id, witness, checkpoint_id DESC);
CREATE TRIGGER log_cosignatures_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_cosignatures FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- Keys of hidden entries, encrypted.
CREATE TABLE log_keys (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  key_encrypted bytea NOT NULL,
  made_at timestamptz NOT NULL,
  revealed_at timestamptz
);
CREATE INDEX log_keys_contest ON log_keys (contest_id);
CREATE UNIQUE INDEX log_keys_in_use ON log_keys (contest_id) WHERE (revealed_at IS NULL);

-- Commitments of votes, and what opens them, which is erased with the voter.
CREATE TABLE log_salts (
  vote_id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  salt bytea CHECK (octet_length(salt) = 32),
  voter bytea,
  ballot bytea,
  CONSTRAINT log_salts_commitment_check CHECK ((num_nonnulls(voter, ballot) <= 1) AND (num_nonnulls(salt, voter, ballot) > 0)
    AND (octet_length(COALESCE(voter, ballot, salt)) = 32))
);
CREATE INDEX log_salts_contest ON log_salts (contest_id);

CREATE VIEW public_logs AS
SELECT t.contest_id, t.size, t.tiles_stored
FROM log_trees t
JOIN contests c ON c.id = t.contest_id AND c.status <> 'DRAFT' AND c.archived_at IS NULL AND NOT c.is_rehearsal
  AND (c.show_results OR t.open_size = t.size)
JOIN hosts h ON h.id = c.host_id AND h.is_active;
