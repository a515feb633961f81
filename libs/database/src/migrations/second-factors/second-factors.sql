-- Time-based one-time passwords (RFC 6238) as the second factor of an account, and recovery codes.

SET LOCAL lock_timeout = '10s';

ALTER TABLE users
  ADD COLUMN second_factor_encrypted bytea,
  -- When the set-up was confirmed; null while the secret is only being set up.
  ADD COLUMN second_factor_at timestamptz,
  -- The last 30-second step whose code was accepted: no code is accepted twice.
  ADD COLUMN second_factor_step integer,
  ADD CONSTRAINT users_second_factor CHECK (second_factor_at IS NULL OR second_factor_encrypted IS NOT NULL) NOT VALID;

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users,
  code_sha256 bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_sha256)
);
