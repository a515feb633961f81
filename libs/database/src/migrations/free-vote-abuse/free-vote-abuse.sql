-- Limits per device, the person check, held votes, and how long voters' data are kept.
--
-- Expand-only: the release before this one goes on writing contests and votes without knowing any of it. A column with a
-- constant default is a change of the catalogue, not of the rows.

-- Votes come in meanwhile: rather fail and be run again than make them queue up behind a long query.
SET LOCAL lock_timeout = '10s';

ALTER TABLE contests
  ADD COLUMN free_votes_per_device integer NOT NULL DEFAULT 30 CHECK (free_votes_per_device > 0),
  -- AUTO: asked of a voter who looks automated. ALWAYS: asked for every free vote.
  ADD COLUMN challenge text NOT NULL DEFAULT 'AUTO' CHECK (challenge IN ('AUTO', 'ALWAYS')),
  -- Months after the end for which voters' personal data are kept.
  ADD COLUMN retention_months integer NOT NULL DEFAULT 6 CHECK (retention_months BETWEEN 1 AND 120),
  ADD COLUMN voters_erased_at timestamptz;
CREATE INDEX contests_with_voters_kept ON contests (ended_at) WHERE status = 'ENDED' AND voters_erased_at IS NULL;

-- Stands for the voter's browser within one contest; personal data, erased like the phone.
ALTER TABLE votes ADD COLUMN device_digest bytea;

-- Votes that look automated: stored and acknowledged, not counted until the organiser decides. The vote itself is PENDING while
-- held, COMPLETED when released, FAILED when rejected.
CREATE TABLE held_votes (
  vote_id uuid PRIMARY KEY,
  contest_id uuid NOT NULL,
  -- Copied, so that sums need not visit the votes.
  votes integer NOT NULL CHECK (votes > 0),
  reason text NOT NULL,
  held_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('RELEASED', 'REJECTED')),
  decided_at timestamptz,
  decided_by uuid,
  CHECK ((decision IS NULL) = (decided_at IS NULL))
);
CREATE INDEX held_votes_contest ON held_votes (contest_id, decision, vote_id DESC) INCLUDE (votes, reason);

GRANT SELECT, INSERT, UPDATE ON held_votes TO abato_app;
