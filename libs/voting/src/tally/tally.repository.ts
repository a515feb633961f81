import type pg from 'pg';
import { sqlFile, type SqlRunner } from '@abato/database';
import type { Backlog } from '@abato/jobs';
import type { FoldedTally } from '@abato/live';

const DRAIN = sqlFile(import.meta.url, './sql/drain-tally.sql');

/** Outbox rows one drain takes; a bound on its time and memory. */
const DRAIN_ROWS = 2_000;

export interface DrainResult extends pg.QueryResultRow {
  taken: number;
  /** When the oldest of the taken rows was counted. */
  oldest_at: Date;
  version: number;
  votes: number;
  transactions: number;
  amount_pesewas: number;
  unique_phones: number;
}

/**
 * Fold waiting rows of one contest (see sql/drain-tally.sql). Call again while `taken` equals the bound.
 * @returns null when nothing waited
 */
export async function drainTally(
  sql: SqlRunner,
  contestId: string,
  now: Date,
): Promise<(DrainResult & { more: boolean }) | null> {
  const result = await sql.query<DrainResult>({
    name: 'drain-tally',
    text: DRAIN,
    values: [contestId, DRAIN_ROWS, now],
  });
  const row = result.rows[0];
  return row ? { ...row, more: row.taken >= DRAIN_ROWS } : null;
}

/** Contests with rows waiting in the outbox, whatever the queue says. */
export async function contestsToDrain(sql: SqlRunner): Promise<string[]> {
  const result = await sql.query<{ contest_id: string }>(
    'SELECT DISTINCT contest_id FROM tally_outbox LIMIT 10000',
  );
  return result.rows.map((row) => row.contest_id);
}

/** Rows that no fold has taken yet; numbers stop at 100,000. */
export async function tallyBacklog(sql: SqlRunner): Promise<Backlog> {
  const result = await sql.query<Backlog & pg.QueryResultRow>(
    `SELECT (SELECT count(*) FROM (SELECT FROM tally_outbox LIMIT 100000) waiting) AS rows,
       (SELECT created_at FROM tally_outbox ORDER BY id LIMIT 1) AS since`,
  );
  return result.rows[0] as Backlog;
}

/**
 * Absolute counts of the contestants that changed after a version, read in one statement so that they belong together.
 * @param since 0 for all
 * @returns version 0 and no contestants for a contest that was never voted in
 */
export async function readTally(sql: SqlRunner, contestId: string, since: number): Promise<FoldedTally> {
  const result = await sql.query<{
    version: number;
    version_at_end: number;
    total: number;
    contestants: FoldedTally['contestants'] | null;
  }>(
    `SELECT t.version, coalesce(t.version_at_end, t.version) AS version_at_end, t.votes AS total,
       (SELECT jsonb_agg(jsonb_build_object('id', c.contestant_id, 'categoryId', c.category_id, 'votes', c.votes,
         'votesAfterEnd', c.votes_after_end))
        FROM contestant_tallies c WHERE c.contest_id = t.contest_id AND c.version > $2) AS contestants
     FROM contest_tallies t WHERE t.contest_id = $1`,
    [contestId, since],
  );
  const row = result.rows[0];
  return {
    contestId,
    version: row?.version ?? 0,
    versionAtEnd: row?.version_at_end ?? 0,
    since,
    totalVotes: row?.total ?? 0,
    contestants: row?.contestants ?? [],
  };
}

/** Versions of several contests' tallies at once: how a process that heard nothing learns what it missed. */
export async function readTallyVersions(sql: SqlRunner, contestIds: string[]): Promise<Map<string, number>> {
  const result = await sql.query<{ contest_id: string; version: number }>(
    'SELECT contest_id, version FROM contest_tallies WHERE contest_id = ANY($1)',
    [contestIds],
  );
  return new Map(result.rows.map((row) => [row.contest_id, row.version]));
}
