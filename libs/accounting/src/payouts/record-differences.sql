-- Make these the open differences of some hosts. One that a note has closed is open again when it is about another amount,
-- or when it was explained in between.
--
-- Input   $1 rows of settlement-differences.sql as JSON, $2 now, $3 the hosts, $4 whether the platform's own account is one of them.
-- Locks   the rows that change.
WITH found AS (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS f (class text, subject text, host_id uuid, provider_id text, theirs bigint, ours bigint)
),
explained AS (
  UPDATE settlement_differences d SET resolved_at = coalesce(d.resolved_at, $2), closed_pesewas = NULL
  WHERE (d.resolved_at IS NULL OR d.closed_pesewas IS NOT NULL) AND (d.host_id = ANY($3::uuid[]) OR $4 AND d.host_id IS NULL)
    AND NOT EXISTS (SELECT FROM found f WHERE f.class = d.class AND f.subject = d.subject)
)
INSERT INTO settlement_differences AS d (class, subject, host_id, provider_id, theirs_pesewas, ours_pesewas, found_at)
SELECT class, subject, host_id, provider_id, theirs, ours, $2 FROM found
ON CONFLICT (class, subject) DO UPDATE SET theirs_pesewas = EXCLUDED.theirs_pesewas, ours_pesewas = EXCLUDED.ours_pesewas,
  host_id = EXCLUDED.host_id, provider_id = EXCLUDED.provider_id,
  found_at = CASE WHEN d.resolved_at IS NULL THEN d.found_at ELSE EXCLUDED.found_at END,
  closed_pesewas = CASE WHEN d.closed_pesewas = coalesce(EXCLUDED.theirs_pesewas, 0) - coalesce(EXCLUDED.ours_pesewas, 0) THEN d.closed_pesewas END,
  resolved_at = CASE WHEN d.closed_pesewas = coalesce(EXCLUDED.theirs_pesewas, 0) - coalesce(EXCLUDED.ours_pesewas, 0) THEN coalesce(d.resolved_at, $2) END
