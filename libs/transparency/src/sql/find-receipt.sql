-- The vote that a receipt code leads to, with its entries in the public log.
--
-- Input   $1 code of a paid vote as it is stored; $2, $3, $4 ids of free votes with this code: first, end, last five digits.
-- Locks   none.
-- Returns at most one row. `commitment`: the one that was fixed when the vote was cast. `counted_at`: when the vote was counted, null when it was not; `taken_back`: why votes of it count no more. `entries`: the vote's, in the order of the log; `decisions`: of people about it, the oldest first; `reveals`: those of the
--         contest's keys; `roster`: of the newest roster before the vote's first entry, in its parts.
WITH named AS (
  SELECT vote_id AS id FROM receipts WHERE code = $1
  UNION ALL
  SELECT id FROM votes WHERE id >= $2::uuid AND id < $3::uuid AND price_pesewas = 0 AND right(id::text, 5) = $4
)
SELECT v.id, v.contest_id, v.status, v.voter_phone, v.created_at, s.salt, coalesce(s.voter, s.ballot) AS commitment,
  c.voters_erased_at IS NOT NULL OR v.request_digest = '' AS is_erased,
  (SELECT l.recorded_at FROM vote_ledger l WHERE l.vote_id = v.id AND l.kind = 'COUNT') AS counted_at,
  coalesce(c.ended_at, c.end_date) AS ends_at,
  (SELECT CASE
      WHEN l.kind = 'QUARANTINE' THEN CASE WHEN l.votes < 0 THEN 'QUARANTINED' END
      WHEN l.method = 'PAYSTACK' THEN CASE WHEN l.kind = 'PARTIAL' THEN 'REFUNDED_IN_PART' WHEN p.state = 'REVERSED' THEN 'DISPUTED' ELSE 'REFUNDED' END
      WHEN l.method = 'MANUAL' OR v.source = 'MANUAL' THEN 'UNDONE'
      WHEN c.verification = 'ELECTORATE' THEN 'BALLOT_CHANGED'
      ELSE 'QUARANTINED' END
    FROM vote_ledger l LEFT JOIN payments p ON p.id = l.payment_id
    WHERE l.vote_id = v.id AND l.kind <> 'COUNT'
      -- It was put back.
      AND NOT (l.kind = 'QUARANTINE' AND v.status = 'COMPLETED')
    ORDER BY l.kind DESC, l.step DESC LIMIT 1) AS taken_back,
  coalesce((
    SELECT json_agg(json_build_object('index', e.leaf_index, 'entry', e.entry::json) ORDER BY e.leaf_index)
    FROM log_entries e WHERE e.vote_id = v.id), '[]') AS entries,
  coalesce((
    SELECT json_agg(json_build_object('kind', d.kind, 'reason', d.reason,
      'minute', to_char(d.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')) ORDER BY d.at)
    FROM vote_decisions d WHERE d.vote_id = v.id), '[]') AS decisions,
  coalesce((
    SELECT json_agg(json_build_object('index', e.leaf_index, 'entry', e.entry::json) ORDER BY e.leaf_index)
    FROM log_keys k JOIN log_entries e ON e.key_id = k.id WHERE k.contest_id = v.contest_id), '[]') AS reveals,
  coalesce((
    SELECT json_agg(json_build_object('index', e.leaf_index, 'entry', e.entry::json) ORDER BY e.leaf_index)
    FROM log_entries e WHERE e.contest_id = v.contest_id AND e.roster_id = (
      SELECT r.roster_id FROM log_entries r
      WHERE r.contest_id = v.contest_id AND r.roster_id IS NOT NULL AND r.leaf_index < (SELECT min(leaf_index) FROM log_entries WHERE vote_id = v.id)
      ORDER BY r.leaf_index DESC LIMIT 1)), '[]') AS roster
FROM (SELECT id FROM named ORDER BY id LIMIT 1) n
JOIN votes v ON v.id = n.id
JOIN contests c ON c.id = v.contest_id
LEFT JOIN log_salts s ON s.vote_id = v.id
