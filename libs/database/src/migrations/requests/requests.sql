-- What became of each write that carried an Idempotency-Key (ADR 196), for 24 hours. `account_id` is all zeros for a request without an account:
-- there the key alone opens the answer. `digest` is keyed, `answer` is encrypted: both may come from personal data.
--
-- `run` changes when a request is taken over from a process that is gone. The transaction of a write sets `committed` for its own run and fails
-- when that is no longer the row's: of two processes that do the same request, one commits.
--
-- Expand-only: the release before this one does not know the table. No foreign key: the row is written before the access of the write is known
-- to lead anywhere, and goes within a day.

SET LOCAL lock_timeout = '10s';

CREATE TABLE requests (
  account_id uuid NOT NULL,
  key uuid NOT NULL,
  run uuid NOT NULL,
  digest bytea NOT NULL,
  started_at timestamptz NOT NULL,
  committed boolean NOT NULL DEFAULT false,
  status smallint,
  answer bytea,
  PRIMARY KEY (key, account_id)
);
CREATE INDEX requests_started ON requests (started_at);
