-- Nominee codes (ADR 114): what a voter types on a feature phone. Every contestant has 4 to 6 digits from the moment it is written; its
-- code never changes and is not given to another contestant within a year of its deletion.
--
-- Expand-only: the release before this one does not know the column, and the default gives its contestants a code too.

SET LOCAL lock_timeout = '10s';

-- The order in which codes are given. Two transactions never draw the same number, and none waits for another.
CREATE SEQUENCE nominee_code_draws AS integer MINVALUE 0 MAXVALUE 998999 START WITH 0 CYCLE;

-- Codes of contestants that were really deleted. Archived contestants keep theirs in their rows.
CREATE TABLE released_codes (
  code text PRIMARY KEY,
  released_at timestamptz NOT NULL
);

ALTER TABLE contestants ADD COLUMN code text;
CREATE UNIQUE INDEX contestants_code ON contestants (code);

-- All codes of four digits first, then those of five and six. The steps have no factor in common with the number of codes, so that each is
-- met once and neighbours are far apart: a slip of the finger seldom meets another nominee. Only after all 999,000 were drawn can one be
-- taken, which is looked up. With the owner's rights: the processes need none on the sequence.
CREATE FUNCTION draw_nominee_code() RETURNS text
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  n bigint;
  drawn text;
BEGIN
  FOR tries IN 1..999000 LOOP
    n := nextval('nominee_code_draws');
    drawn := CASE
      WHEN n < 9000 THEN 1000 + (n * 3571 + 2718) % 9000
      WHEN n < 99000 THEN 10000 + ((n - 9000) * 37199 + 28182) % 90000
      ELSE 100000 + ((n - 99000) * 371927 + 182845) % 900000
    END;
    IF NOT EXISTS (SELECT FROM contestants c WHERE c.code = drawn)
      AND NOT EXISTS (SELECT FROM released_codes r WHERE r.code = drawn AND r.released_at > clock_timestamp() - interval '1 year')
    THEN
      RETURN drawn;
    END IF;
  END LOOP;
  RAISE EXCEPTION 'no nominee code is free';
END $$;

CREATE FUNCTION release_nominee_code() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO released_codes (code, released_at) VALUES (OLD.code, clock_timestamp())
  ON CONFLICT (code) DO UPDATE SET released_at = EXCLUDED.released_at;
  RETURN NULL;
END $$;

-- The short codes go to contests that still take votes.
WITH ordered AS MATERIALIZED (
  SELECT p.id FROM contestants p JOIN contests c ON c.id = p.contest_id
  ORDER BY p.archived_at IS NOT NULL, c.archived_at IS NOT NULL, c.status = 'ENDED', p.created_at, p.id
), drawn AS MATERIALIZED (
  SELECT id, draw_nominee_code() AS code FROM ordered
)
UPDATE contestants p SET code = d.code FROM drawn d WHERE d.id = p.id;

ALTER TABLE contestants
  ALTER COLUMN code SET DEFAULT draw_nominee_code(),
  ALTER COLUMN code SET NOT NULL,
  ADD CONSTRAINT contestants_code_check CHECK (code ~ '^[1-9][0-9]{3,5}$');

CREATE TRIGGER contestants_release_code AFTER DELETE ON contestants
FOR EACH ROW EXECUTE FUNCTION release_nominee_code();
