-- Accounts: users, their sign-in, what they decided, and their writes whose answers may be lost.

-- Of tables that are only added to.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: write a correcting row', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- Organisers and super admins. ID number and second factor are encrypted.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  id_number_encrypted bytea NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL CHECK (role IN ('SUPER_ADMIN', 'COMPANY_ADMIN', 'USER')),
  approval_status text NOT NULL CHECK (approval_status IN ('PENDING', 'APPROVED', 'REJECTED')),
  rejection_reason text,
  decided_at timestamptz,
  decided_by uuid,
  token_version integer DEFAULT 1 NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  email_verified_at timestamptz,
  second_factor_encrypted bytea,
  second_factor_at timestamptz,
  second_factor_step integer,
  CONSTRAINT users_check CHECK ((approval_status <> 'REJECTED') OR (rejection_reason IS NOT NULL)),
  CONSTRAINT users_second_factor CHECK ((second_factor_at IS NULL) OR (second_factor_encrypted IS NOT NULL))
);
CREATE INDEX users_created ON users (created_at DESC, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX users_email ON users (lower(email)) WHERE (deleted_at IS NULL);

CREATE TABLE password_resets (
  token_sha256 bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX password_resets_user ON password_resets (user_id);

CREATE TABLE email_verifications (
  token_sha256 bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX email_verifications_user ON email_verifications (user_id);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users,
  code_sha256 bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_sha256)
);

-- What became of each write with an idempotency key, for 24 hours; answers are encrypted.
CREATE TABLE requests (
  account_id uuid NOT NULL,
  key uuid NOT NULL,
  run uuid NOT NULL,
  digest bytea NOT NULL,
  started_at timestamptz NOT NULL,
  committed boolean DEFAULT false NOT NULL,
  status smallint,
  answer bytea,
  PRIMARY KEY (key, account_id)
);
CREATE INDEX requests_started ON requests (started_at);

-- Decisions of people, without personal data of voters. Append-only.
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_user_id uuid,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id uuid NOT NULL,
  detail jsonb DEFAULT '{}' NOT NULL,
  contest_id uuid,
  host_id uuid
);
CREATE INDEX audit_log_action ON audit_log (action text_pattern_ops, id DESC);
CREATE INDEX audit_log_actor ON audit_log (actor_user_id, id DESC);
CREATE INDEX audit_log_at ON audit_log (at);
CREATE INDEX audit_log_subject ON audit_log (subject_type, subject_id, id);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();
