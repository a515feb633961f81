-- Rules of contests as they were sealed, and their place in the public logs (ADR 125).
--
-- Expand-only: the release before this one knows nothing of `contest_rules`, and its log builder appends ledger rows as before.

CREATE TABLE contest_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contest_id uuid NOT NULL,
  in_force_at timestamptz NOT NULL,
  -- Canonical JSON (RFC 8785), byte for byte what is hashed.
  document text NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
CREATE INDEX contest_rules_contest ON contest_rules (contest_id, id);
CREATE TRIGGER contest_rules_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON contest_rules
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An entry is of a row of the ledger, or of sealed rules.
ALTER TABLE log_entries
  ALTER COLUMN vote_id DROP NOT NULL,
  ALTER COLUMN step DROP NOT NULL,
  ADD COLUMN rules_id bigint,
  ADD CONSTRAINT log_entries_of_one CHECK ((vote_id IS NULL) <> (rules_id IS NULL)) NOT VALID;
CREATE UNIQUE INDEX log_entries_rules ON log_entries (rules_id) WHERE rules_id IS NOT NULL;

-- The last sealed rules that are in the log.
ALTER TABLE log_trees ADD COLUMN rules_logged bigint NOT NULL DEFAULT 0;
