-- Free votes that were entered by hand wait for a second person, too, and what was entered by hand is summed per contest.
--
-- Expand-only: the release before this one enters no free votes here, and shows and decides them as cash of GHS 0.00. Votes are not written
-- while the index is made, about a second per million.
SET LOCAL lock_timeout = '10s';

ALTER TABLE cash_entries
  DROP CONSTRAINT cash_entries_price_pesewas_check,
  DROP CONSTRAINT cash_entries_amount_pesewas_check,
  ADD CONSTRAINT cash_entries_price CHECK (price_pesewas >= 0),
  ADD CONSTRAINT cash_entries_amount CHECK ((amount_pesewas > 0) = (price_pesewas > 0));

CREATE INDEX votes_by_hand ON votes (contest_id, created_at) WHERE source = 'MANUAL';
