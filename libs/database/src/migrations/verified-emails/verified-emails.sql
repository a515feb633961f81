-- Whether the person behind an account has opened a link that was mailed to its address.

SET LOCAL lock_timeout = '10s';

ALTER TABLE users ADD COLUMN email_verified_at timestamptz;

-- A row is deleted when its link is used: a link works once.
CREATE TABLE email_verifications (
  token_sha256 bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX email_verifications_user ON email_verifications (user_id);
