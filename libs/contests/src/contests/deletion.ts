import type { EntityManager } from 'typeorm';
import { sqlFile, type SqlRunner } from '@abato/database';
import { AppError } from '@abato/platform';

const UNCOUNT = sqlFile(import.meta.url, './uncount-archived.sql');
/** Columns of `votes` and `cash_entries` that name what is deleted. */
type Named = 'contest_id' | 'category_id' | 'contestant_id';

/** Whether votes name what is to be deleted, which is then archived: gone for every reader, kept in the books. */
export async function hasVotes(
  manager: EntityManager,
  column: Named,
  ids: readonly string[],
): Promise<boolean> {
  const votes: unknown[] = await manager.query(`SELECT 1 FROM votes WHERE ${column} = ANY($1) LIMIT 1`, [
    ids,
  ]);
  return votes.length > 0;
}

/**
 * Cash above what one person may enter alone is no vote yet: without what it names it could be neither counted nor seen. The caller holds the
 * locks that keep an entry from being written meanwhile.
 * @throws AppError CONFLICT while an entry of cash that names one of them waits
 */
export async function assertNoWaitingCash(
  manager: EntityManager,
  column: Named,
  ids: readonly string[],
): Promise<void> {
  const waiting: unknown[] = await manager.query(
    `SELECT 1 FROM cash_entries WHERE decision IS NULL AND ${column} = ANY($1) LIMIT 1`,
    [ids],
  );
  if (!waiting.length) return;
  throw new AppError('CONFLICT', {
    message: 'Cash waits here for a second person. Have it confirmed, rejected or withdrawn first.',
  });
}

/** Archived contestants count for no reader from the commit on (see uncount-archived.sql). The caller holds their rows' locks. */
export async function uncountArchived(
  sql: { query(text: string, values: unknown[]): Promise<unknown> },
  contestantIds: readonly string[],
  now: Date,
): Promise<void> {
  if (contestantIds.length) await sql.query(UNCOUNT, [contestantIds, now]);
}

/** Archived contestants that still count, locked: those that a process of the release before has archived. */
export async function lockStillCounted(sql: SqlRunner): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT p.id FROM contestants p JOIN categories k ON k.id = p.category_id
     WHERE (p.archived_at IS NOT NULL OR k.archived_at IS NOT NULL)
       AND NOT EXISTS (SELECT FROM uncounted_contestants u WHERE u.contestant_id = p.id)
     ORDER BY p.id LIMIT 100 FOR UPDATE OF p`,
  );
  return rows.map(({ id }) => id);
}
