-- The public log of each contest's counted votes (ADR 111). Fed from the ledger by the worker; casting neither writes nor reads any of it.
--
-- Expand-only: the release before this one knows nothing of these tables.

-- One row per log. Its lock lets one worker at a time append.
CREATE TABLE log_trees (
  contest_id uuid PRIMARY KEY,
  size bigint NOT NULL DEFAULT 0 CHECK (size >= 0),
  -- The tally's version before the last search through the whole ledger of the contest; null before the first.
  searched_version bigint
);

-- The leaves. `entry` is what is published, byte for byte.
CREATE TABLE log_entries (
  contest_id uuid NOT NULL,
  leaf_index bigint NOT NULL CHECK (leaf_index >= 0),
  vote_id uuid NOT NULL,
  kind text NOT NULL,
  step smallint NOT NULL,
  entry text NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (contest_id, leaf_index)
);
-- Each row of the ledger is logged once.
CREATE UNIQUE INDEX log_entries_ledger_row ON log_entries (vote_id, kind, step);

-- Hashes of full tiles: those in the tiles from level 1 on.
CREATE TABLE log_nodes (
  contest_id uuid NOT NULL,
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 63),
  node_index bigint NOT NULL CHECK (node_index >= 0),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (contest_id, level, node_index)
);

-- Every checkpoint that was signed, with the key that checks it.
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

-- What opens the commitments of a vote. Personal data: erased with the voter's.
CREATE TABLE log_salts (
  vote_id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  salt bytea NOT NULL CHECK (octet_length(salt) = 32)
);
CREATE INDEX log_salts_contest ON log_salts (contest_id);

CREATE TRIGGER log_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER log_checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
