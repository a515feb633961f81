-- Rosters of contests as they were sealed: who stands behind the ids of categories and nominees (ADR 125), and their places in the public logs.
--
-- Expand-only: the release before this one knows nothing of `contest_rosters`; what it changes is sealed by the log builder of this one.

-- Logs grow meanwhile: rather fail and be run again than make their readers queue up behind a long query. No vote waits for a log.
SET LOCAL lock_timeout = '10s';

CREATE TABLE contest_rosters (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contest_id uuid NOT NULL,
  in_force_at timestamptz NOT NULL,
  -- Canonical JSON (RFC 8785).
  document text NOT NULL
);
CREATE INDEX contest_rosters_contest ON contest_rosters (contest_id, id);
CREATE TRIGGER contest_rosters_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON contest_rosters
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An entry is of a row of the ledger, of sealed rules, of a key, or of a roster, which is one or several entries.
ALTER TABLE log_entries
  ADD COLUMN roster_id bigint,
  DROP CONSTRAINT log_entries_of_one,
  ADD CONSTRAINT log_entries_of_one CHECK (num_nonnulls(vote_id, rules_id, key_id, roster_id) = 1) NOT VALID;
-- Receipts look for the roster before an entry.
CREATE INDEX log_entries_rosters ON log_entries (contest_id, leaf_index) WHERE roster_id IS NOT NULL;

-- The last roster that is in the log; 0: none.
ALTER TABLE log_trees ADD COLUMN rosters_logged bigint NOT NULL DEFAULT 0;
