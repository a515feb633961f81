-- Dress rehearsals that are started from the console (ADR 157): what was asked for, how far it is, and its result. At most one waits or runs.
-- A rehearsal's contest is free, and its log is read by no one.
--
-- Expand-only: the release before this one does not know the table, makes free contests for its rehearsals, and asks the view as before.

SET LOCAL lock_timeout = '10s';

CREATE TABLE rehearsals (
  id uuid PRIMARY KEY,
  requested_by uuid NOT NULL REFERENCES users (id),
  -- Whose numbers of categories and contestants it has.
  contest_id uuid REFERENCES contests (id) ON DELETE SET NULL,
  -- The contest that is made for the load; known before it is made, so that it can be archived whatever happens.
  load_contest_id uuid NOT NULL UNIQUE,
  state text NOT NULL DEFAULT 'WAITING',
  votes_per_second integer NOT NULL,
  viewers integer NOT NULL,
  minutes double precision NOT NULL,
  shape text NOT NULL,
  categories integer NOT NULL,
  contestants integer NOT NULL,
  progress jsonb,
  result jsonb,
  reason text,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  -- When its worker last said that it runs.
  heard_at timestamptz,
  stop_requested_at timestamptz,
  finished_at timestamptz,
  CONSTRAINT rehearsals_state_check CHECK (state IN ('WAITING', 'RUNNING', 'DONE', 'STOPPED', 'INTERRUPTED', 'FAILED')),
  CONSTRAINT rehearsals_shape_check CHECK (shape IN ('STEADY', 'RISING', 'PEAK')),
  CONSTRAINT rehearsals_running_check CHECK (state <> 'RUNNING' OR (started_at IS NOT NULL AND heard_at IS NOT NULL)),
  CONSTRAINT rehearsals_finished_check CHECK ((finished_at IS NULL) = (state IN ('WAITING', 'RUNNING')))
);
CREATE UNIQUE INDEX rehearsals_one_at_a_time ON rehearsals ((true)) WHERE state IN ('WAITING', 'RUNNING');
CREATE INDEX rehearsals_by_contest ON rehearsals (contest_id);
CREATE INDEX rehearsals_by_person ON rehearsals (requested_by, id);

-- Older rows are not looked at: every rehearsal was made free.
ALTER TABLE contests ADD CONSTRAINT contests_rehearsal_is_free CHECK (NOT is_rehearsal OR vote_price_pesewas = 0) NOT VALID;

CREATE OR REPLACE VIEW public_logs AS
SELECT t.contest_id, t.size, t.tiles_stored
FROM log_trees t
JOIN contests c ON c.id = t.contest_id AND c.status <> 'DRAFT' AND c.archived_at IS NULL AND NOT c.is_rehearsal
  AND (c.show_results OR t.open_size = t.size)
JOIN hosts h ON h.id = c.host_id AND h.is_active;
