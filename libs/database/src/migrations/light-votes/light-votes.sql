-- Votes cast on the page without JavaScript (ADR 116): their source, which is also the channel of the free ones.
--
-- Expand-only: the release before this one writes no such vote, and shows the source of one as it is. Workers of builds between the two
-- that know public logs but not this source log such a vote of a contest with verified numbers as one that is not verified, for ever: roll
-- the workers before the API.

SET LOCAL lock_timeout = '10s';

ALTER TABLE votes
  DROP CONSTRAINT votes_source_check,
  -- The rows that are there fulfil the narrower one: reading all of them again would only hold up votes.
  ADD CONSTRAINT votes_source_check CHECK (source IN ('WEB', 'LIGHT', 'USSD', 'MANUAL')) NOT VALID;
