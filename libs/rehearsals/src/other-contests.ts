import type { SqlRunner } from '@abato/database';
import { smallestIdAt } from '@abato/platform';
import type { Progress } from './rehearsals.repository.js';

/** The last hours of a contest bring most of its votes. */
export const LAST_HOURS = 2;
/** What a voter waits for the answer at most, in ms, before the load is taken for the reason. */
const LATE_MS = 2_000;
/** Of fewer answers, one that is late says nothing about the others. */
const LEAST_ANSWERS = 100;

/** Contests that are not the organiser's who rehearses. */
export interface OtherContests {
  /** Take votes now, or as soon as their pause ends. */
  open: number;
  /** Those of them that had votes a short while ago, or end soon: an organiser's load keeps away from their voters. */
  voting: number;
}

/** @param quietMinutes how long a contest must have had no vote; 0: no contest counts as voting */
export async function readOtherContests(
  sql: SqlRunner,
  organiserId: string,
  quietMinutes: number,
  now: Date,
): Promise<OtherContests> {
  const { rows } = await sql.query<OtherContests>(
    `SELECT count(*)::int AS open, count(*) FILTER (WHERE $3 AND (c.end_date <= $5
         OR EXISTS (SELECT FROM votes v WHERE v.contest_id = c.id AND v.id >= $4::uuid)))::int AS voting
     FROM contests c JOIN hosts h ON h.id = c.host_id AND h.is_active
     WHERE c.status IN ('ACTIVE', 'PAUSED') AND c.archived_at IS NULL AND NOT c.is_rehearsal AND c.start_date <= $2 AND c.end_date > $2
       AND c.user_id <> $1`,
    [
      ...[organiserId, now, quietMinutes > 0],
      ...[
        smallestIdAt(now.getTime() - quietMinutes * 60_000),
        new Date(now.getTime() + LAST_HOURS * 3_600_000),
      ],
    ],
  );
  return rows[0] ?? { open: 0, voting: 0 };
}

/**
 * Why an organiser's rehearsal has to end for the voters of others; null: it may go on. Organisers read it: it names no contest.
 * @param progress of its load; null before it begins
 */
export function hindranceOf({ open, voting }: OtherContests, progress: Progress | null): string | null {
  if (voting > 0) {
    return "Another organiser's contest took votes, or was about to end. Rehearsals of organisers end then.";
  }
  if (open === 0 || !progress || !isInDistress(progress)) return null;
  return "Votes were refused or late while another organiser's contest was open. Rehearsals of organisers end then.";
}

/** The load's votes take the way of all votes: what happens to them happens to those of real voters. */
function isInDistress({ acknowledged, refused, brokenConnections, answerP95 }: Progress): boolean {
  return refused > 0 || brokenConnections > 0 || (acknowledged >= LEAST_ANSWERS && answerP95 > LATE_MS);
}
