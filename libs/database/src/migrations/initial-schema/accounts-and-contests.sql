-- Accounts, hosts, contests, categories and contestants.

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
  -- Raised to revoke every token at once.
  token_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CHECK (approval_status <> 'REJECTED' OR rejection_reason IS NOT NULL)
);
CREATE UNIQUE INDEX users_email ON users (lower(email)) WHERE deleted_at IS NULL;
CREATE INDEX users_created ON users (created_at DESC, id) WHERE deleted_at IS NULL;

CREATE TABLE password_resets (
  token_sha256 bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX password_resets_user ON password_resets (user_id);

CREATE TABLE hosts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  description text NOT NULL,
  logo text,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz,
  archived_by uuid
);
CREATE INDEX hosts_user ON hosts (user_id, created_at DESC);

CREATE TABLE contests (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  host_id uuid NOT NULL REFERENCES hosts,
  title text NOT NULL,
  description text NOT NULL,
  start_date timestamptz NOT NULL,
  end_date timestamptz NOT NULL,
  vote_price_pesewas bigint NOT NULL DEFAULT 0 CHECK (vote_price_pesewas >= 0),
  free_votes_per_hour integer NOT NULL DEFAULT 10 CHECK (free_votes_per_hour > 0),
  banner text,
  status text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'ACTIVE', 'PAUSED', 'ENDED')),
  show_results boolean NOT NULL DEFAULT true,
  ended_at timestamptz,
  -- Installed by a load rehearsal: exempt from limits, left out of every statistic.
  is_rehearsal boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz,
  archived_by uuid,
  CHECK (end_date > start_date),
  CHECK ((status = 'ENDED') = (ended_at IS NOT NULL))
);
CREATE INDEX contests_user ON contests (user_id, created_at DESC);
CREATE INDEX contests_host ON contests (host_id);
CREATE INDEX contests_public ON contests (start_date DESC, id) WHERE status <> 'DRAFT' AND archived_at IS NULL;
CREATE INDEX contests_open_until ON contests (end_date) WHERE status IN ('ACTIVE', 'PAUSED');

CREATE TABLE categories (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL REFERENCES contests ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL,
  "order" integer NOT NULL DEFAULT 0 CHECK ("order" >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz,
  archived_by uuid
);
CREATE INDEX categories_contest ON categories (contest_id, "order");

CREATE TABLE contestants (
  id uuid PRIMARY KEY,
  category_id uuid NOT NULL REFERENCES categories ON DELETE CASCADE,
  contest_id uuid NOT NULL REFERENCES contests ON DELETE CASCADE,
  name text NOT NULL,
  bio text NOT NULL,
  photo text,
  "order" integer NOT NULL DEFAULT 0 CHECK ("order" >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz,
  archived_by uuid
);
CREATE INDEX contestants_category ON contestants (category_id, "order");
CREATE INDEX contestants_contest ON contestants (contest_id);
