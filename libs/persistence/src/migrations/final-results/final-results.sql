-- Since when a contest's results are final: it has ended, nobody can pay in time any more, and the books are clean.
ALTER TABLE contests ADD COLUMN results_final_at timestamptz;
