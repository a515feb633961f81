-- Once a log has a roster, its votes have version 2: readers of it refuse others, and an entry cannot be taken back.
--
-- Expand-only: a worker of the release before appends to logs without a roster as before. Its batch of another log fails, and a worker of this release appends
-- the same rows.

-- Waits for batches of logs that are under way: no vote waits for these.
SET LOCAL lock_timeout = '10s';

CREATE FUNCTION refuse_old_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added a JOIN log_trees t ON t.contest_id = a.contest_id
    WHERE a.vote_id IS NOT NULL AND t.rosters_logged > 0 AND a.entry NOT LIKE '%"v":2%'
  ) THEN
    RAISE EXCEPTION 'the log has a roster: votes are appended by workers of the release that writes version 2';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER log_entries_versions AFTER INSERT ON log_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_old_entries();
