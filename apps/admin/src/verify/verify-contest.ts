import type pg from 'pg';
import { sqlFile, type SqlRunner, type Transactions } from '@abato/database';
import type { Secrets } from '@abato/platform';
import { compareLog } from '@abato/transparency';
import { readIntakeFigures } from '@abato/voting';

const RECOUNT = sqlFile(import.meta.url, './recount.sql');
const HOST_SUMS = sqlFile(import.meta.url, './host-sums.sql');
const BOOKS = sqlFile(import.meta.url, './books.sql');
const INTAKE = sqlFile(import.meta.url, './intake.sql');
const RECEIVED = sqlFile(import.meta.url, './received.sql');

interface Difference {
  tally: string;
  key: string;
  figure: string;
  booked: number;
  tallied: number;
}

interface Mistake {
  mistake: string;
  number: number;
  examples: string[];
}

/**
 * Recount one contest and compare everything derived from its ledger, its public log among it.
 * Reads one snapshot without locks and as long as it takes; votes go on being counted meanwhile.
 * @returns what is wrong, in words; empty when all agrees
 */
export async function verifyContest(
  db: Transactions,
  contestId: string,
  { secrets, now }: { secrets: Secrets; now: Date },
): Promise<string[]> {
  return db.snapshot(async (sql) => {
    const tallies = await recount(sql, contestId);
    const sums = await sql.query<Difference & pg.QueryResultRow>(HOST_SUMS, [contestId]);
    const books = await sql.query<Mistake & pg.QueryResultRow>(BOOKS, [contestId]);
    const intake = await sql.query<Mistake & pg.QueryResultRow>(INTAKE, [contestId]);
    return [
      ...tallies,
      ...sums.rows.map((one) => inWords(one, 'journal', 'sum')),
      ...(await compareReceived(sql, contestId)),
      ...[...books.rows, ...intake.rows].map(
        ({ mistake, number, examples }) => `${number} ${mistake}, for example ${examples.join(', ')}`,
      ),
      ...(await compareLog(sql, contestId, { secrets, now })),
    ];
  });
}

/**
 * The part of `verifyContest` that a rebuild of tallies can put right.
 * @returns what is wrong, in words; empty when every tally equals the ledger
 */
export function differingTallies(db: Transactions, contestId: string): Promise<string[]> {
  return db.run(async ({ sql }) => {
    await sql.query('SET LOCAL statement_timeout = 0');
    return recount(sql, contestId);
  });
}

async function recount(sql: SqlRunner, contestId: string): Promise<string[]> {
  const { rows } = await sql.query<Difference & pg.QueryResultRow>(RECOUNT, [contestId]);
  return rows.map((one) => inWords(one, 'ledger', 'tally'));
}

/** Compare the sums of what the provider has settled, which is of no contest, with the journal. @returns what is wrong, in words */
export async function verifySettlements(db: Transactions): Promise<string[]> {
  const { rows } = await db.query<Difference>(HOST_SUMS, [null]);
  return rows.map((one) => inWords(one, 'journal', 'sum'));
}

const inWords = ({ tally, key, figure, booked, tallied }: Difference, truth: string, copy: string): string =>
  `${[tally, key].filter(Boolean).join(' ')}: ${figure}: the ${truth} says ${booked}, the ${copy} says ${tallied}`;

/** Received votes are counted one by one here; the API adds up what became of them. */
async function compareReceived(sql: SqlRunner, contestId: string): Promise<string[]> {
  const { rows } = await sql.query<{ transactions: number; votes: number }>(RECEIVED, [contestId]);
  const { received } = await readIntakeFigures(sql, contestId);
  return (['transactions', 'votes'] as const).flatMap((figure) =>
    rows[0]?.[figure] === received[figure]
      ? []
      : [`free ${figure}: ${rows[0]?.[figure]} received, ${received[figure]} counted, held and rejected`],
  );
}
