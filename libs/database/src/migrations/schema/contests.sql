-- Hosts, contests, categories, nominees, sealed rules.

CREATE TABLE hosts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  description text NOT NULL,
  logo text,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz,
  archived_by uuid
);
CREATE INDEX hosts_user ON hosts (user_id, created_at DESC);

CREATE FUNCTION count_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.pricing_version := OLD.pricing_version + 1;
  RETURN NEW;
END $$;

-- `pricing_version` grows with each change of a price; the cast compares it.
CREATE TABLE contests (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  host_id uuid NOT NULL REFERENCES hosts,
  title text NOT NULL,
  description text NOT NULL,
  start_date timestamptz NOT NULL,
  end_date timestamptz NOT NULL,
  vote_price_pesewas bigint DEFAULT 0 NOT NULL CHECK (vote_price_pesewas >= 0),
  free_votes_per_hour integer DEFAULT 10 NOT NULL CHECK (free_votes_per_hour > 0),
  banner text,
  status text DEFAULT 'DRAFT' NOT NULL CHECK (status IN ('DRAFT', 'ACTIVE', 'PAUSED', 'ENDED')),
  show_results boolean DEFAULT true NOT NULL,
  ended_at timestamptz,
  is_rehearsal boolean DEFAULT false NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz,
  archived_by uuid,
  free_votes_per_device integer DEFAULT 30 NOT NULL CHECK (free_votes_per_device > 0),
  challenge text DEFAULT 'AUTO' NOT NULL CHECK (challenge IN ('AUTO', 'ALWAYS')),
  retention_months integer DEFAULT 6 NOT NULL CHECK ((retention_months >= 1) AND (retention_months <= 120)),
  voters_erased_at timestamptz,
  results_final_at timestamptz,
  payments_waiting integer,
  verification text DEFAULT 'OPEN' NOT NULL CHECK (verification IN ('OPEN', 'PHONE', 'ELECTORATE')),
  bundles jsonb DEFAULT '[]' NOT NULL,
  vote_windows jsonb DEFAULT '[]' NOT NULL,
  pricing_version integer DEFAULT 0 NOT NULL,
  allow_ballot_change boolean DEFAULT false NOT NULL,
  electors integer DEFAULT 0 NOT NULL CHECK (electors >= 0),
  address_proof boolean DEFAULT true NOT NULL,
  payments_listed_at timestamptz,
  CONSTRAINT contests_check CHECK (end_date > start_date),
  CONSTRAINT contests_check1 CHECK ((status = 'ENDED') = (ended_at IS NOT NULL)),
  CONSTRAINT contests_rehearsal_is_free CHECK ((NOT is_rehearsal) OR (vote_price_pesewas = 0))
);
CREATE INDEX contests_host ON contests (host_id);
CREATE INDEX contests_open_until ON contests (end_date) WHERE (status IN ('ACTIVE', 'PAUSED'));
CREATE INDEX contests_public ON contests (start_date DESC, id) WHERE ((status <> 'DRAFT') AND (archived_at IS NULL));
CREATE INDEX contests_user ON contests (user_id, created_at DESC);
CREATE INDEX contests_with_voters_kept ON contests (ended_at) WHERE ((status = 'ENDED') AND (voters_erased_at IS NULL));
CREATE TRIGGER contests_price_change BEFORE UPDATE OF vote_price_pesewas, bundles, vote_windows ON contests FOR EACH ROW
  WHEN ((((old.vote_price_pesewas IS DISTINCT FROM new.vote_price_pesewas) OR (old.bundles IS DISTINCT FROM new.bundles))
  OR (old.vote_windows IS DISTINCT FROM new.vote_windows)))
  EXECUTE FUNCTION count_price_change();

CREATE FUNCTION ballots_are_secret(c contests) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT c.verification = 'ELECTORATE' AND c.vote_price_pesewas = 0 AND NOT c.is_rehearsal $$;

CREATE FUNCTION count_category_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE contests SET pricing_version = pricing_version + 1 WHERE id = NEW.contest_id;
  RETURN NULL;
END $$;

CREATE TABLE categories (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL REFERENCES contests ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL,
  "order" integer DEFAULT 0 NOT NULL CHECK ("order" >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz,
  archived_by uuid,
  vote_price_pesewas bigint CHECK (vote_price_pesewas > 0),
  bundles jsonb DEFAULT '[]' NOT NULL
);
CREATE INDEX categories_contest ON categories (contest_id, "order");
CREATE TRIGGER categories_price_change AFTER UPDATE OF vote_price_pesewas, bundles ON categories FOR EACH ROW
  WHEN (((old.vote_price_pesewas IS DISTINCT FROM new.vote_price_pesewas) OR (old.bundles IS DISTINCT FROM new.bundles)))
  EXECUTE FUNCTION count_category_price_change();

CREATE SEQUENCE nominee_code_draws AS integer MINVALUE 0 MAXVALUE 998999 START WITH 0 CYCLE;

-- Codes of deleted nominees, not given again for a year.
CREATE TABLE released_codes (
  code text PRIMARY KEY,
  released_at timestamptz NOT NULL
);

-- All codes of four digits, then of five, then of six, each once. plpgsql looks the tables up when it runs.
CREATE FUNCTION draw_nominee_code() RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
DECLARE
  n bigint;
  drawn text;
BEGIN
  FOR tries IN 1..999000 LOOP
    n := nextval('nominee_code_draws');
    drawn := CASE
      WHEN n < 9000 THEN 1000 + (n * 3571 + 2718) % 9000
      WHEN n < 99000 THEN 10000 + ((n - 9000) * 37199 + 28182) % 90000
      ELSE 100000 + ((n - 99000) * 371927 + 182845) % 900000
    END;
    IF NOT EXISTS (SELECT FROM contestants c WHERE c.code = drawn)
      AND NOT EXISTS (SELECT FROM released_codes r WHERE r.code = drawn AND r.released_at > clock_timestamp() - interval '1 year')
    THEN
      RETURN drawn;
    END IF;
  END LOOP;
  RAISE EXCEPTION 'no nominee code is free';
END $$;

CREATE FUNCTION release_nominee_code() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
BEGIN
  INSERT INTO released_codes (code, released_at) VALUES (OLD.code, clock_timestamp())
  ON CONFLICT (code) DO UPDATE SET released_at = EXCLUDED.released_at;
  RETURN NULL;
END $$;

-- A nominee's code never changes.
CREATE TABLE contestants (
  id uuid PRIMARY KEY,
  category_id uuid NOT NULL REFERENCES categories ON DELETE CASCADE,
  contest_id uuid NOT NULL REFERENCES contests ON DELETE CASCADE,
  name text NOT NULL,
  bio text NOT NULL,
  photo text,
  "order" integer DEFAULT 0 NOT NULL CHECK ("order" >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz,
  archived_by uuid,
  code text DEFAULT draw_nominee_code() NOT NULL CHECK (code ~ '^([1-9][0-9]{3,5}|R[0-9a-f]{16})$')
);
CREATE INDEX contestants_category ON contestants (category_id, "order");
CREATE UNIQUE INDEX contestants_code ON contestants (code);
CREATE INDEX contestants_contest ON contestants (contest_id);
CREATE TRIGGER contestants_release_code AFTER DELETE ON contestants FOR EACH ROW
  EXECUTE FUNCTION release_nominee_code();

-- Digests of a stage's link and session, and what the stage shows.
CREATE TABLE stage_remotes (
  contest_id uuid PRIMARY KEY REFERENCES contests ON DELETE CASCADE,
  link_sha256 bytea UNIQUE,
  link_expires_at timestamptz,
  session_sha256 bytea UNIQUE,
  session_expires_at timestamptz,
  connected_at timestamptz,
  seen_at timestamptz,
  sequence bigint DEFAULT 0 NOT NULL,
  scene text DEFAULT 'ROTATION' NOT NULL CHECK (scene IN ('ROTATION', 'PAUSED', 'PINNED', 'REVEAL', 'WINNER')),
  category_id uuid,
  step integer DEFAULT 0 NOT NULL CHECK ((step >= 0) AND (step <= 1000)),
  black boolean DEFAULT false NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT stage_remotes_link_check CHECK ((link_sha256 IS NULL) = (link_expires_at IS NULL)),
  CONSTRAINT stage_remotes_session_check CHECK (((session_sha256 IS NULL) = (session_expires_at IS NULL))
    AND ((session_sha256 IS NULL) = (connected_at IS NULL)) AND ((session_sha256 IS NULL) = (seen_at IS NULL)))
);

-- Rules as they were sealed and amended. Append-only.
CREATE TABLE contest_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contest_id uuid NOT NULL,
  in_force_at timestamptz NOT NULL,
  document text NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
CREATE INDEX contest_rules_contest ON contest_rules (contest_id, id);
CREATE TRIGGER contest_rules_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON contest_rules FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- Names, codes and categories as they were sealed and changed. Append-only.
CREATE TABLE contest_rosters (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contest_id uuid NOT NULL,
  in_force_at timestamptz NOT NULL,
  document text NOT NULL
);
CREATE INDEX contest_rosters_contest ON contest_rosters (contest_id, id);
CREATE TRIGGER contest_rosters_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON contest_rosters FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- Corrections of final results by two persons, and the result before.
CREATE TABLE result_corrections (
  id uuid PRIMARY KEY,
  contest_id uuid NOT NULL REFERENCES contests ON DELETE CASCADE,
  changes jsonb NOT NULL,
  reason text NOT NULL,
  asked_by uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('CONFIRMED', 'REJECTED', 'WITHDRAWN')),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  version integer CHECK (version > 1),
  result_before jsonb,
  CONSTRAINT result_corrections_check CHECK (((decision IS NULL) = (decided_at IS NULL)) AND ((decision IS NULL) = (decided_by IS NULL))),
  CONSTRAINT result_corrections_check1 CHECK ((COALESCE((decision = 'CONFIRMED'), false) = (version IS NOT NULL))
    AND ((version IS NULL) = (result_before IS NULL))),
  CONSTRAINT result_corrections_check2 CHECK ((decision IS DISTINCT FROM 'CONFIRMED') OR (decided_by <> asked_by))
);
CREATE UNIQUE INDEX result_corrections_version ON result_corrections (contest_id, version);
CREATE UNIQUE INDEX result_corrections_waiting ON result_corrections (contest_id) WHERE (decision IS NULL);

-- Dress rehearsals of 0.2.0, whose processes name it in each entry of the audit log: it goes one release later (docs/upgrades.md).
CREATE TABLE rehearsals (
  id uuid PRIMARY KEY,
  requested_by uuid NOT NULL REFERENCES users,
  contest_id uuid REFERENCES contests ON DELETE SET NULL,
  load_contest_id uuid NOT NULL UNIQUE,
  state text DEFAULT 'WAITING' NOT NULL CHECK (state IN ('WAITING', 'RUNNING', 'DONE', 'STOPPED', 'INTERRUPTED', 'FAILED')),
  votes_per_second integer NOT NULL,
  viewers integer NOT NULL,
  minutes double precision NOT NULL,
  shape text NOT NULL CHECK (shape IN ('STEADY', 'RISING', 'PEAK')),
  categories integer NOT NULL,
  contestants integer NOT NULL,
  progress jsonb,
  result jsonb,
  reason text,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  heard_at timestamptz,
  stop_requested_at timestamptz,
  finished_at timestamptz,
  CONSTRAINT rehearsals_finished_check CHECK ((finished_at IS NULL) = (state IN ('WAITING', 'RUNNING'))),
  CONSTRAINT rehearsals_running_check CHECK ((state <> 'RUNNING') OR ((started_at IS NOT NULL) AND (heard_at IS NOT NULL)))
);
CREATE INDEX rehearsals_by_contest ON rehearsals (contest_id);
CREATE INDEX rehearsals_by_person ON rehearsals (requested_by, id);
CREATE UNIQUE INDEX rehearsals_one_at_a_time ON rehearsals ((true)) WHERE (state IN ('WAITING', 'RUNNING'));

CREATE VIEW visible_contestants AS
SELECT p.id, p.category_id, p.contest_id
FROM contestants p JOIN categories k ON k.id = p.category_id AND k.archived_at IS NULL
WHERE p.archived_at IS NULL;
