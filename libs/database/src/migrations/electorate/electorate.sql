-- Contests whose votes are those of listed voters (ADR 134).
--
-- Expand-only: the release before this one makes no contest of this level. It would take votes of one as of an open contest.

SET LOCAL lock_timeout = '10s';

ALTER TABLE contests
  DROP CONSTRAINT contests_verification_check,
  ADD CONSTRAINT contests_verification_check CHECK (verification IN ('OPEN', 'PHONE', 'ELECTORATE')),
  ADD COLUMN allow_ballot_change boolean NOT NULL DEFAULT false,
  -- Ever added; a rule of the contest, so it does not shrink when a person is erased.
  ADD COLUMN electors integer NOT NULL DEFAULT 0 CHECK (electors >= 0);

-- Who may vote: keyed digests of phone numbers and of printed codes. A code itself is nowhere.
CREATE TABLE electors (
  contest_id uuid NOT NULL REFERENCES contests ON DELETE CASCADE,
  digest bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('PHONE', 'CODE')),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, digest)
);

-- The vote that counts of each elector in each category: the primary key is the rule "one ballot". No foreign key to electors: a person
-- who is erased and listed again has voted nevertheless.
CREATE TABLE ballots (
  contest_id uuid NOT NULL,
  category_id uuid NOT NULL,
  elector bytea NOT NULL,
  vote_id uuid NOT NULL,
  replaced_vote_id uuid,
  changes integer NOT NULL DEFAULT 0,
  cast_at timestamptz NOT NULL,
  PRIMARY KEY (contest_id, category_id, elector)
);

-- Wrong ballot codes of an hour, by network (keyed digest); an empty network is the whole contest.
CREATE TABLE ballot_guesses (
  contest_id uuid NOT NULL,
  network bytea NOT NULL,
  since timestamptz NOT NULL,
  wrong integer NOT NULL,
  PRIMARY KEY (contest_id, network, since)
);
