-- Statements of hosts as they were issued (ADR 129). Expand-only: the release before this one knows nothing of them.
CREATE TABLE statements (
  host_id uuid NOT NULL,
  -- 1, 2, 3 … for each host.
  number integer NOT NULL CHECK (number > 0),
  -- YYYY-MM; null: of a contest.
  month text CHECK (month ~ '^\d{4}-\d{2}$'),
  contest_id uuid,
  issued_at timestamptz NOT NULL,
  -- Every figure and name that is shown.
  content jsonb NOT NULL,
  -- Sums of the books from the beginning up to its end: what the next month is counted from.
  totals jsonb NOT NULL,
  -- 1, 2, 3 … over all hosts; null: no fee was taken.
  invoice_number integer UNIQUE CHECK (invoice_number > 0),
  PRIMARY KEY (host_id, number),
  CONSTRAINT statements_of_one CHECK ((month IS NULL) <> (contest_id IS NULL))
);
CREATE UNIQUE INDEX statements_month ON statements (host_id, month) WHERE month IS NOT NULL;
CREATE UNIQUE INDEX statements_contest ON statements (contest_id, host_id) WHERE contest_id IS NOT NULL;
CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Months, and contests by their ids, of which every statement was issued.
CREATE TABLE statement_runs (
  subject text PRIMARY KEY,
  finished_at timestamptz NOT NULL
);
