-- Give an elector's ballot of one category to a new vote.
--
-- Input   $1 contest, $2 category, $3 elector's digest, $4 kind, $5 new vote, $6 now, $7 most changes (0: none).
-- Locks   the elector's row FOR KEY SHARE, and the ballot's row until the transaction ends: of two votes at the same time the second waits,
--         and then finds the first one's ballot.
-- Writes  the ballot. The vote it belonged to is taken back by the caller, in the same transaction.
-- Returns one row: whether the elector is listed, whether the ballot is the new vote's, and which vote had it before (null: none).
WITH elector AS MATERIALIZED (
  SELECT digest FROM electors WHERE contest_id = $1 AND digest = $3 AND kind = $4 FOR KEY SHARE
),
claimed AS (
  INSERT INTO ballots AS b (contest_id, category_id, elector, vote_id, cast_at)
  SELECT $1, $2, digest, $5, $6 FROM elector
  ON CONFLICT (contest_id, category_id, elector) DO UPDATE
    SET replaced_vote_id = b.vote_id, vote_id = EXCLUDED.vote_id, changes = b.changes + 1, cast_at = EXCLUDED.cast_at
    WHERE b.changes < $7
  RETURNING replaced_vote_id
)
SELECT EXISTS (SELECT FROM elector) AS listed, EXISTS (SELECT FROM claimed) AS claimed,
  (SELECT replaced_vote_id FROM claimed) AS replaced
