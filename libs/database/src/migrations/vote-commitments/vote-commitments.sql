-- Commitments of votes, written with the vote and kept when the voter's data are erased: the signed statement of the vote names them (ADR 124).
--
-- Expand-only. The release before this one writes salts alone, and deletes the row when a voter is erased.

SET LOCAL lock_timeout = '10s';

ALTER TABLE log_salts
  ALTER COLUMN salt DROP NOT NULL,
  -- To the phone number; of a vote without one to its receipt code. Null: the log makes it with the salt.
  ADD COLUMN voter bytea,
  ADD COLUMN ballot bytea,
  -- Not checked on the rows of before, which have a salt: that would read a large table while no vote can be cast.
  ADD CONSTRAINT log_salts_commitment_check CHECK (num_nonnulls(voter, ballot) <= 1 AND num_nonnulls(salt, voter, ballot) > 0
    AND octet_length(coalesce(voter, ballot, salt)) = 32) NOT VALID;
