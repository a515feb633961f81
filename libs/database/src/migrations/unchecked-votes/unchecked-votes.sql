-- What the rules about addresses and browsers ask about a vote that was held because Redis was away. Keyed digests, no number and no address; a row is
-- deleted when its vote is judged, within a minute of the return of Redis, and in any case after an hour.
--
-- Expand-only: the release before this one leaves such votes to the organiser.
CREATE TABLE unchecked_votes (
  vote_id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  facts jsonb NOT NULL,
  noted_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON unchecked_votes TO abato_app;
