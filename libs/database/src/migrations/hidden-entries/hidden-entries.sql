-- Entries that are encrypted while results are hidden, and the keys that open them (ADR 142).
--
-- Expand-only: the release before this one writes entries openly, and publishes nothing while results are hidden.

-- Logs grow meanwhile: rather fail and be run again than make their readers queue up behind a long query. No vote waits for a log.
SET LOCAL lock_timeout = '10s';

-- The key of a contest's hidden entries, until it is revealed as an entry; then the next one is made when results are hidden again.
CREATE TABLE log_keys (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  key_encrypted bytea NOT NULL,
  made_at timestamptz NOT NULL,
  revealed_at timestamptz
);
CREATE UNIQUE INDEX log_keys_in_use ON log_keys (contest_id) WHERE revealed_at IS NULL;
CREATE INDEX log_keys_contest ON log_keys (contest_id);

-- An entry is of a row of the ledger, of sealed rules, or of a key. Each key is revealed once.
ALTER TABLE log_entries
  ADD COLUMN key_id uuid,
  DROP CONSTRAINT log_entries_of_one,
  ADD CONSTRAINT log_entries_of_one CHECK (num_nonnulls(vote_id, rules_id, key_id) = 1) NOT VALID;
CREATE UNIQUE INDEX log_entries_key ON log_entries (key_id) WHERE key_id IS NOT NULL;

-- So many first entries may be read while results are hidden: those that were public before, and encrypted ones. A worker of the release before
-- this one leaves it as it is: it is then below the size, and the log is not published until results are shown.
ALTER TABLE log_trees ADD COLUMN open_size bigint NOT NULL DEFAULT 0;
UPDATE log_trees t SET open_size = t.size FROM contests c WHERE c.id = t.contest_id AND c.show_results;
