-- Votes of elections are logged and counted in batches (ADR 113).
--
-- Expand-only: the release before this one folds rows that wait for their batch at once.

SET LOCAL lock_timeout = '10s';

-- The definition of a secret ballot for SQL; in TypeScript: ballotsAreSecret (libs/contests).
CREATE FUNCTION ballots_are_secret(c contests) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT c.verification = 'ELECTORATE' AND c.vote_price_pesewas = 0 AND NOT c.is_rehearsal $$;

-- When the batch of the row was logged. Rows of other contests do not wait.
ALTER TABLE tally_outbox ADD COLUMN released_at timestamptz;

-- The end of the contest up to which everything that counts is logged. Results are final after that.
ALTER TABLE log_trees ADD COLUMN logged_end timestamptz;

-- Rows that may be folded now.
CREATE VIEW due_tally_outbox AS
  SELECT o.* FROM tally_outbox o
  WHERE o.released_at IS NOT NULL OR NOT EXISTS (SELECT FROM contests c WHERE c.id = o.contest_id AND ballots_are_secret(c));
