-- What shows that the vote of a payment was counted as it was cast: its entry in the public log, and the rules it was cast under.
--
-- Input   $1 payment, $2 whether the log is public.
-- Locks   none.
-- Returns one row, or none for an unknown payment.
SELECT
  (SELECT jsonb_build_object('index', e.leaf_index, 'hash', encode(e.hash, 'base64'), 'entry', e.entry)
    FROM log_entries e WHERE $2 AND e.vote_id = v.id AND e.kind = 'COUNT' LIMIT 1) AS log,
  (SELECT jsonb_build_object('document', r.document, 'hash', encode(r.hash, 'base64'), 'at', r.in_force_at)
    FROM contest_rules r WHERE r.contest_id = v.contest_id AND r.in_force_at <= v.created_at ORDER BY r.id DESC LIMIT 1) AS rules
FROM payments p JOIN votes v ON v.id = p.vote_id
WHERE p.id = $1
