-- Cash above what one person may enter alone: it waits here until a second person confirms it, and only then becomes a vote and a payment.
--
-- Expand-only: the release before this one knows nothing of the table and enters no such cash.
CREATE TABLE cash_entries (
  -- Becomes the vote's id, so that the vote's primary key refuses a second count.
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  category_id uuid NOT NULL,
  contestant_id uuid NOT NULL,
  votes integer NOT NULL CHECK (votes > 0),
  -- Of the time of the entry.
  price_pesewas bigint NOT NULL CHECK (price_pesewas > 0),
  -- Personal data: here only while the entry waits.
  voter_name text,
  voter_email text,
  voter_phone text,
  idempotency_key uuid NOT NULL UNIQUE,
  request_digest bytea NOT NULL,
  reason text NOT NULL,
  entered_by uuid NOT NULL,
  entered_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('CONFIRMED', 'REJECTED')),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CHECK ((decision IS NULL) = (decided_by IS NULL)),
  CHECK (decision IS DISTINCT FROM 'CONFIRMED' OR decided_by <> entered_by)
);
CREATE INDEX cash_entries_contest ON cash_entries (contest_id, id DESC);
CREATE INDEX cash_entries_waiting ON cash_entries (id DESC) WHERE decision IS NULL;
