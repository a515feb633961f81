-- The presenter's remote of a contest (ADR 88): at most one row per contest, with the link that was not used yet, the connected device, and
-- what it shows on the stage. Tokens are stored as digests.
--
-- Expand-only: the release before this one does not know the table; a deleted contest takes its row with it.

SET LOCAL lock_timeout = '10s';

CREATE TABLE stage_remotes (
  contest_id uuid PRIMARY KEY REFERENCES contests (id) ON DELETE CASCADE,
  link_sha256 bytea UNIQUE,
  link_expires_at timestamptz,
  session_sha256 bytea UNIQUE,
  session_expires_at timestamptz,
  connected_at timestamptz,
  seen_at timestamptz,
  sequence bigint NOT NULL DEFAULT 0,
  scene text NOT NULL DEFAULT 'ROTATION',
  category_id uuid,
  step integer NOT NULL DEFAULT 0,
  black boolean NOT NULL DEFAULT false,
  changed_at timestamptz NOT NULL,
  CONSTRAINT stage_remotes_scene_check CHECK (scene IN ('ROTATION', 'PAUSED', 'PINNED', 'REVEAL', 'WINNER')),
  CONSTRAINT stage_remotes_step_check CHECK (step BETWEEN 0 AND 1000),
  CONSTRAINT stage_remotes_link_check CHECK ((link_sha256 IS NULL) = (link_expires_at IS NULL)),
  CONSTRAINT stage_remotes_session_check CHECK (
    (session_sha256 IS NULL) = (session_expires_at IS NULL)
    AND (session_sha256 IS NULL) = (connected_at IS NULL)
    AND (session_sha256 IS NULL) = (seen_at IS NULL)
  )
);
