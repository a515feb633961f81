-- Cosignatures of witnesses under checkpoints of the public logs (ADR 139).
--
-- Expand-only: the release before this one knows nothing of this table and publishes checkpoints without them.

CREATE TABLE log_cosignatures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contest_id uuid NOT NULL,
  checkpoint_id bigint NOT NULL REFERENCES log_checkpoints (id),
  -- Verifier key of the witness, `name+id+key`.
  witness text NOT NULL,
  -- As it is published, without the line break.
  line text NOT NULL,
  received_at timestamptz NOT NULL,
  UNIQUE (checkpoint_id, witness)
);
CREATE INDEX log_cosignatures_contest ON log_cosignatures (contest_id, witness, checkpoint_id DESC);
CREATE TRIGGER log_cosignatures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_cosignatures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
