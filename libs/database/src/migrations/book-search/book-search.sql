-- What organisers search their votes and payments by (ADR 81): a phone number and a voter's name within one contest, and the webhooks of
-- one payment for its timeline.
--
-- Expand-only: the release before this one writes the same rows.

-- Votes and payments come in meanwhile: rather fail and be run again than make them queue up behind a long query.
SET LOCAL lock_timeout = '10s';

CREATE INDEX votes_voter_phone ON votes (contest_id, voter_phone) WHERE voter_phone IS NOT NULL;
CREATE INDEX payments_phone ON payments (contest_id, phone_number) WHERE phone_number IS NOT NULL;

-- Words of the name and the contest in one vector: a name is never looked for in the votes of all contests. Most voters give no name and
-- cost nothing. The pending list is short, so that no cast waits while a long one is merged.
CREATE INDEX votes_voter_name ON votes
  USING gin ((to_tsvector('simple', voter_name) || array_to_tsvector(ARRAY[contest_id::text])))
  WITH (gin_pending_list_limit = 256)
  WHERE voter_name IS NOT NULL;

CREATE INDEX webhook_inbox_reference ON webhook_inbox (reference) WHERE reference IS NOT NULL;
