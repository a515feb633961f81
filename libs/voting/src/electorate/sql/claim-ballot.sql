-- Give an elector's ballot of one category to a new vote.
--
-- Input   $1 contest, $2 category, $3 elector's digest, $4 kind, $5 new vote, $6 now, $7 most changes (0: none).
-- Locks   the elector's row FOR KEY SHARE, and the ballot's row until the transaction ends: of two votes at the same time the second waits,
--         and then finds the first one's ballot.
-- Writes  the ballot. A nominee who was withdrawn frees the ballots of its voters, without using up a change: a vote that was cast after this
--         statement began is not looked up, so of two such voters' requests one goes through. The vote it belonged to is taken back by the caller, in the same transaction.
-- Returns one row: whether the elector is listed, whether the ballot is the new vote's, and which vote had it before (null: none).
WITH elector AS MATERIALIZED (
  SELECT digest FROM electors WHERE contest_id = $1 AND digest = $3 AND kind = $4 FOR KEY SHARE
),
withdrawn AS MATERIALIZED (
  SELECT v.id FROM ballots b JOIN votes v ON v.id = b.vote_id JOIN contestants p ON p.id = v.contestant_id
  WHERE b.contest_id = $1 AND b.category_id = $2 AND b.elector = $3 AND p.archived_at IS NOT NULL
),
claimed AS (
  INSERT INTO ballots AS b (contest_id, category_id, elector, vote_id, cast_at)
  SELECT $1, $2, digest, $5, $6 FROM elector
  ON CONFLICT (contest_id, category_id, elector) DO UPDATE
    SET replaced_vote_id = b.vote_id, vote_id = EXCLUDED.vote_id, cast_at = EXCLUDED.cast_at,
      changes = b.changes + CASE WHEN b.vote_id IN (SELECT id FROM withdrawn) THEN 0 ELSE 1 END
    WHERE b.changes < $7 OR b.vote_id IN (SELECT id FROM withdrawn)
  RETURNING replaced_vote_id
)
SELECT EXISTS (SELECT FROM elector) AS listed, EXISTS (SELECT FROM claimed) AS claimed,
  (SELECT replaced_vote_id FROM claimed) AS replaced
