import type { DataSource } from 'typeorm';
import type { NewestAmendment } from '@abato/contracts';

/** How often the rules of a contest were amended, and the newest time and reason; null when they never were. */
export async function newestAmendment(
  source: DataSource,
  contestId: string,
): Promise<NewestAmendment | null> {
  const [row]: { at: Date; reason: string | null; versions: number; corrections: number }[] =
    await source.query(
      `SELECT r.in_force_at AS at, r.document::json ->> 'amendmentReason' AS reason,
       (SELECT count(*) FROM contest_rules o WHERE o.contest_id = $1) AS versions,
       (SELECT count(*) FROM result_corrections k WHERE k.contest_id = $1 AND k.decision = 'CONFIRMED') AS corrections
     FROM contest_rules r WHERE r.contest_id = $1 ORDER BY r.id DESC LIMIT 1`,
      [contestId],
    );
  if (!row || row.versions < 2) return null;
  return {
    count: row.versions - 1,
    at: row.at.toISOString(),
    reason: row.reason,
    corrections: row.corrections,
  };
}
