-- Since when a contest's results are final: it has ended, no one can pay in time any more, and the books are clean.

-- Votes and payments come in meanwhile: rather fail and be run again than make them queue up behind a long query.
SET LOCAL lock_timeout = '10s';

ALTER TABLE contests ADD COLUMN results_final_at timestamptz;
