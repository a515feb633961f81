-- Contests whose ledger may hold rows that their log has not, whose rules or roster were sealed and are not in their log, or whose key is to be
-- revealed.
--
-- Input   $1 whether to name every contest, also those whose tally has not changed since the ledger was searched; $2 now.
--         Contests that have ended are named until everything up to the end is logged.
-- Returns the contests with the tally's version of this moment. Every ledger row has a row in the tally outbox of its own transaction, and
--         the version grows when that is drained: a row that is committed after this moment changes the version after it. Of an election it is drained
--         after its batch is logged: rows that wait for that are looked for here.
SELECT c.id, coalesce(t.version, 0) AS version
FROM contests c
LEFT JOIN contest_tallies t ON t.contest_id = c.id
LEFT JOIN log_trees g ON g.contest_id = c.id
WHERE c.status <> 'DRAFT' AND ($1::boolean OR g.searched_version IS DISTINCT FROM coalesce(t.version, 0)
  OR c.results_final_at IS NULL AND coalesce(c.ended_at, c.end_date) <= $2 AND g.logged_end IS DISTINCT FROM coalesce(c.ended_at, c.end_date)
  OR ballots_are_secret(c) AND EXISTS (SELECT FROM tally_outbox o WHERE o.contest_id = c.id AND o.released_at IS NULL)
  OR EXISTS (SELECT FROM contest_rules r WHERE r.contest_id = c.id AND r.id > coalesce(g.rules_logged, 0))
  OR EXISTS (SELECT FROM contest_rosters r WHERE r.contest_id = c.id AND r.id > coalesce(g.rosters_logged, 0))
  OR c.show_results AND EXISTS (SELECT FROM log_keys k WHERE k.contest_id = c.id AND k.revealed_at IS NULL))
ORDER BY t.updated_at NULLS FIRST
