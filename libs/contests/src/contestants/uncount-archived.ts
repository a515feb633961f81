import { sqlFile, type SqlRunner } from '@abato/database';

const UNCOUNT = sqlFile(import.meta.url, './uncount-archived.sql');

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
