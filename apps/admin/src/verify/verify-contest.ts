import type pg from 'pg';
import { sqlFile } from '@abato/persistence';

const RECOUNT = sqlFile(import.meta.url, './recount.sql');
const BOOKS = sqlFile(import.meta.url, './books.sql');

/**
 * Recount one contest and compare everything derived from its ledger.
 * Reads one snapshot without locks and as long as it takes; votes go on being counted meanwhile.
 * @returns what is wrong, in words; empty when all agrees
 */
export async function verifyContest(pool: pg.Pool, contestId: string): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    const folds = await client.query<{
      fold: string;
      key: string;
      figure: string;
      booked: number;
      folded: number;
    }>(RECOUNT, [contestId]);
    const books = await client.query<{ mistake: string; number: number; examples: string[] }>(BOOKS, [
      contestId,
    ]);
    return [
      ...folds.rows.map(
        ({ fold, key, figure, booked, folded }) =>
          `${[fold, key].filter(Boolean).join(' ')}: ${figure}: the ledger says ${booked}, the fold says ${folded}`,
      ),
      ...books.rows.map(
        ({ mistake, number, examples }) => `${number} ${mistake}, for example ${examples.join(', ')}`,
      ),
    ];
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}
