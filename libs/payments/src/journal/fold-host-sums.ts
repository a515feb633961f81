import { sqlFile, type SqlRunner } from '@abato/database';

const FOLD = sqlFile(import.meta.url, './fold-host-sums.sql');

/**
 * Make one row of the sums of each host, contest and month that have several (ADR 153). It may run at any time, several times, and at once.
 * @returns how many rows became fewer ones
 */
export async function foldHostSums(sql: SqlRunner): Promise<number> {
  const { rows } = await sql.query<{ rows: number }>(FOLD);
  return rows[0]?.rows ?? 0;
}
