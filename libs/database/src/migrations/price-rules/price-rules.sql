-- Prices of categories, bundles, and windows in which paid votes count several times (ADR 131, ADR 132).
--
-- Expand-only: the release before this one reads none of the columns. Its votes cost the contest's price and count once, which the
-- checks below allow, and its changes of a price are noticed by the trigger.

SET LOCAL lock_timeout = '10s';

ALTER TABLE contests
  -- [{ votes, pricePesewas }], in order of the votes.
  ADD COLUMN bundles jsonb NOT NULL DEFAULT '[]',
  -- [{ from, until, multiplier }], in their order.
  ADD COLUMN vote_windows jsonb NOT NULL DEFAULT '[]',
  -- Grows with every change of what votes cost or count: a vote that was priced by older rules is not written.
  ADD COLUMN pricing_version integer NOT NULL DEFAULT 0;

ALTER TABLE categories
  -- Null: the contest's price and bundles.
  ADD COLUMN vote_price_pesewas bigint CHECK (vote_price_pesewas > 0),
  ADD COLUMN bundles jsonb NOT NULL DEFAULT '[]';

CREATE FUNCTION count_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.pricing_version := OLD.pricing_version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER contests_price_change BEFORE UPDATE OF vote_price_pesewas, bundles, vote_windows ON contests
  FOR EACH ROW WHEN (
    (OLD.vote_price_pesewas, OLD.bundles, OLD.vote_windows) IS DISTINCT FROM (NEW.vote_price_pesewas, NEW.bundles, NEW.vote_windows))
  EXECUTE FUNCTION count_price_change();

-- Waits for votes that are being written, as a change of the contest does.
CREATE FUNCTION count_category_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE contests SET pricing_version = pricing_version + 1 WHERE id = NEW.contest_id;
  RETURN NULL;
END $$;
CREATE TRIGGER categories_price_change AFTER UPDATE OF vote_price_pesewas, bundles ON categories
  FOR EACH ROW WHEN ((OLD.vote_price_pesewas, OLD.bundles) IS DISTINCT FROM (NEW.vote_price_pesewas, NEW.bundles))
  EXECUTE FUNCTION count_category_price_change();

-- A vote's snapshot: `price_pesewas` of a single vote, `amount_pesewas` for all of them, `vote_count` those that count. Bought are
-- vote_count / multiplier.
ALTER TABLE votes
  ADD COLUMN multiplier smallint NOT NULL DEFAULT 1,
  DROP CONSTRAINT votes_check,
  DROP CONSTRAINT votes_vote_count_check,
  ADD CONSTRAINT votes_multiplier CHECK (multiplier BETWEEN 1 AND 5 AND vote_count % multiplier = 0) NOT VALID,
  ADD CONSTRAINT votes_vote_count_check CHECK (vote_count BETWEEN 1 AND 500000) NOT VALID,
  ADD CONSTRAINT votes_amount CHECK (
    amount_pesewas <= price_pesewas * (vote_count / multiplier) AND (amount_pesewas > 0) = (price_pesewas > 0)) NOT VALID;

ALTER TABLE cash_entries
  -- Null: votes × price_pesewas, as the release before this one enters them. `votes` are those that were bought.
  ADD COLUMN amount_pesewas bigint CHECK (amount_pesewas > 0),
  ADD COLUMN multiplier smallint NOT NULL DEFAULT 1 CHECK (multiplier BETWEEN 1 AND 5);
