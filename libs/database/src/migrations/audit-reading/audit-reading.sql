-- Indexes for reading the audit log by actor, action and time.
--
-- Expand-only. Decisions are written meanwhile: rather fail and be run again than make them queue up behind a long query.
SET LOCAL lock_timeout = '10s';

CREATE INDEX audit_log_actor ON audit_log (actor_user_id, id DESC);
CREATE INDEX audit_log_action ON audit_log (action text_pattern_ops, id DESC);
CREATE INDEX audit_log_at ON audit_log (at);
