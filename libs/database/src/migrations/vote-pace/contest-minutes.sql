-- Votes per minute of the last two hours, for telling unusual minutes. A ring of 128 slots per contest: a slot is overwritten when its
-- minute comes round again, so nothing has to be swept and the table never grows with votes.
CREATE TABLE contest_minutes (
  contest_id uuid NOT NULL,
  slot smallint NOT NULL CHECK (slot BETWEEN 0 AND 127),
  minute timestamptz NOT NULL,
  votes bigint NOT NULL,
  PRIMARY KEY (contest_id, slot)
) WITH (fillfactor = 50);

GRANT SELECT, INSERT, UPDATE ON contest_minutes TO abato_app;
