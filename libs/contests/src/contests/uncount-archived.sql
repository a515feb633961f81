-- Take what archived contestants have received out of the hourly figures (see the view visible_hours).
--
-- Input   $1 contestants, $2 now.
-- Locks   the contestants' rows are locked by the caller, FOR UPDATE: whatever counts or takes back a vote holds a share of them.
-- Writes  a mark for each contestant, and the hours of those that had none. What changes later is written by take-back-vote.sql.
WITH marked AS (
  INSERT INTO uncounted_contestants (contestant_id, contest_id, uncounted_at)
  SELECT id, contest_id, $2 FROM contestants WHERE id = ANY($1::uuid[])
  ON CONFLICT DO NOTHING
  RETURNING contestant_id, contest_id
)
INSERT INTO archived_hours (contestant_id, contest_id, hour, method, channel, votes, transactions)
SELECT l.contestant_id, l.contest_id, date_trunc('hour', l.recorded_at, 'UTC'), l.method, l.channel, sum(l.votes), count(*)
FROM marked m JOIN standing_ledger l ON l.contest_id = m.contest_id AND l.contestant_id = m.contestant_id
GROUP BY 1, 2, 3, 4, 5
