import type { HoldReason, VoteWindow } from '@abato/contracts';
import { sqlFile, type SqlRunner } from '@abato/database';
import { countByWindow } from '../vote-windows.js';
import { type ArrayType, binaryArrays } from './binary-arrays.js';

const CAST = sqlFile(import.meta.url, '../sql/cast-votes.sql');
const INPUT = /SELECT \* FROM unnest\(([^)]*)\)\s+AS t \(([^)]*)\)/;
/**
 * The statement for a batch of one, rewritten at load: plain values in place of the arrays that `INPUT` takes apart. It saves a lone voter
 * a third of what the statement costs (0.83 → 0.58 ms, docs/measurements/server.md).
 */
const CAST_ONE = CAST.replace(INPUT, (_, types: string, names: string) => {
  const columns = names.split(',');
  const values = types
    .split(',')
    .map((type, at) => `${type.trim().replace('[]', '')} AS ${columns[at]?.trim()}`);
  return `SELECT ${values.join(', ')}`;
});
if (CAST_ONE === CAST) throw new Error('cast-votes.sql has no input that can be rewritten for one vote');

/** One vote as it is written. Money in pesewas; digests from `Secrets.voterDigest`. */
export interface VoteRow {
  id: string;
  contestId: string;
  categoryId: string;
  contestantId: string;
  /** Those that count: bought × multiplier. */
  votes: number;
  /** Of one vote; 0 is free. */
  price: number;
  amount: number;
  /** Of the window that is open when the vote is written; 1 outside of windows. */
  multiplier: number;
  /** Version of the contest's prices by which the vote was priced. */
  pricing: number;
  /** Of the contest, for a paid vote; absent where the multiplier is settled. */
  windows?: readonly VoteWindow[] | undefined;
  /** As many as the voter was told would count: with fewer the vote is not written. */
  least?: number | undefined;
  name: string | null;
  email: string | null;
  /** null for cash of a voter who gave no number. */
  phone: string | null;
  key: string;
  digest: Buffer;
  phoneDigest: Buffer | null;
  emailDigest: Buffer | null;
  source: 'WEB' | 'LIGHT' | 'USSD' | 'MANUAL';
  /** Digest of the browser's device id; null when it sent none. */
  device?: Buffer | null;
  /** Digest of the sender's network (/24, /48) in this contest, cut to 8 bytes; null when it is not known. */
  network?: Buffer | null;
  /** How old the token of its browser was, in minutes: 0 without one; null for a vote of no browser. */
  tokenMinutes?: number | null;
  /** What the public log commits to of the vote, and what opens it; both null: the log makes them. */
  salt?: Buffer | null;
  commitment?: Buffer | null;
  /** A free vote with a reason is stored and not counted until the organiser decides. */
  hold?: HoldReason | null;
}

/** The statement's parameters after the time, in their order, with the type of each. */
const COLUMNS = Object.entries({
  id: 'uuid',
  contestId: 'uuid',
  categoryId: 'uuid',
  contestantId: 'uuid',
  votes: 'int4',
  price: 'int8',
  name: 'text',
  email: 'text',
  phone: 'text',
  key: 'uuid',
  digest: 'bytea',
  phoneDigest: 'bytea',
  emailDigest: 'bytea',
  source: 'text',
  device: 'bytea',
  hold: 'text',
  amount: 'int8',
  multiplier: 'int2',
  pricing: 'int4',
  network: 'bytea',
  tokenMinutes: 'int4',
  salt: 'bytea',
  commitment: 'bytea',
} satisfies Partial<Record<keyof VoteRow, ArrayType>>) as [keyof VoteRow, ArrayType][];

/**
 * Write a batch in one durable statement (see sql/cast-votes.sql).
 * @returns the ids written; a missing one is a duplicate key or a refusal, also of a vote that would count less than its voter was told
 */
export async function writeVotes(sql: SqlRunner, all: readonly VoteRow[], now: Date): Promise<Set<string>> {
  for (const row of all) countByWindow(row, now);
  const rows = all.filter(({ votes, least = 0 }) => votes >= least);
  if (!rows.length) return new Set();
  const [first] = rows;
  const statement =
    first && rows.length === 1
      ? {
          name: 'cast-vote',
          text: CAST_ONE,
          values: [now, ...COLUMNS.map(([column]) => first[column] ?? null)],
        }
      : {
          name: 'cast-votes',
          text: CAST,
          values: [
            now,
            ...binaryArrays(COLUMNS.map(([column, type]) => [type, rows.map((row) => row[column])])),
          ],
        };
  const result = await sql.query<{ id: string }>(statement);
  return new Set(result.rows.map((row) => row.id));
}
