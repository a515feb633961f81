import { sqlStatements, type SqlRunner } from '@abato/database';

const [LOCK_ARCHIVED, LOCK_TALLY, REBUILD] = sqlStatements(
  import.meta.url,
  './rebuild-tallies.sql',
  'lock-archived-contestants',
  'lock-tally',
  'rebuild-tallies',
);

/** What a rebuild has changed. */
export interface RebuiltTallies {
  /** Of the contest's tally, before and after. */
  votes: { from: number; to: number };
  /** Rows written. */
  contestants: number;
  hours: number;
  archivedHours: number;
}

/**
 * Write the tallies of one contest anew from its ledger (see rebuild-tallies.sql). Votes are cast meanwhile; drains of this contest wait
 * until the transaction ends.
 * @param sql a transaction at READ COMMITTED: each statement must see what was committed while the one before it waited
 */
export async function rebuildTallies(sql: SqlRunner, contestId: string, now: Date): Promise<RebuiltTallies> {
  const archived = await sql.query<{ id: string }>(LOCK_ARCHIVED, [contestId]);
  const before = await sql.query<{ votes: number }>(LOCK_TALLY, [contestId, now]);
  const ids = archived.rows.map(({ id }) => id);
  const { rows } = await sql.query<Omit<RebuiltTallies, 'votes'> & { votes: number }>(REBUILD, [
    contestId,
    now,
    ids,
  ]);
  if (!rows[0]) throw new Error(`the tally of contest ${contestId} went away while it was locked`);
  return { ...rows[0], votes: { from: before.rows[0]?.votes ?? 0, to: rows[0].votes } };
}
