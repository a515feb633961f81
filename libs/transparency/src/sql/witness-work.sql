-- Public logs whose newest checkpoint a witness has not cosigned, those that wait longest first, and last those that it did not answer.
--
-- Input   $1 the witness's key, $2 most logs, $3 one contest or null for all, $4 checkpoints that it refused a short time ago,
--         $5 checkpoints that it did not answer.
-- Locks   none.
-- Returns the newest checkpoint of each and the size of the one that the witness cosigned last, 0 for none.
SELECT t.contest_id, k.id AS checkpoint_id, k.size, k.note, coalesce(seen.size, 0) AS old
FROM public_logs t
CROSS JOIN LATERAL (
  SELECT id, size, note, signed_at FROM log_checkpoints WHERE contest_id = t.contest_id ORDER BY id DESC LIMIT 1) k
LEFT JOIN LATERAL (
  SELECT o.id, o.size FROM log_cosignatures s JOIN log_checkpoints o ON o.id = s.checkpoint_id
  WHERE s.contest_id = t.contest_id AND s.witness = $1 ORDER BY s.checkpoint_id DESC LIMIT 1) seen ON true
WHERE seen.id IS DISTINCT FROM k.id AND k.id <> ALL($4::bigint[]) AND ($3::uuid IS NULL OR t.contest_id = $3::uuid)
ORDER BY k.id = ANY($5::bigint[]), k.signed_at
LIMIT $2
