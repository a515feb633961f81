-- Voters who are in `contest_voters` but not in the contest's figures yet: several connections write the voters of one fold, and the fold
-- that follows adds and removes these counts (ADR 161).
--
-- Expand-only: the release before this one writes no rows here. After a return to it, counts that a fold left behind wait for the newer release.

CREATE TABLE new_voter_counts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contest_id uuid NOT NULL,
  phones integer NOT NULL,
  emails integer NOT NULL
);
CREATE INDEX new_voter_counts_contest ON new_voter_counts (contest_id, id);
