import type { HoldReason } from '@abato/contracts';
import { sqlFile } from './sql-file.js';
import type { SqlRunner } from './transaction.js';

const CAST = sqlFile(import.meta.url, './sql/cast-votes.sql');

/** One vote as it is written. Money in pesewas; digests from `Secrets.voterDigest`. */
export interface VoteRow {
  id: string;
  contestId: string;
  categoryId: string;
  contestantId: string;
  votes: number;
  price: number;
  name: string | null;
  email: string | null;
  phone: string;
  key: string;
  digest: Buffer;
  phoneDigest: Buffer;
  emailDigest: Buffer | null;
  source: 'WEB' | 'USSD' | 'MANUAL';
  /** Stands for the voter's browser; null when it named none. */
  device?: Buffer | null;
  /** A free vote with a reason is stored and not counted until somebody decides. */
  hold?: HoldReason | null;
}

/**
 * Write a batch in one durable statement (see sql/cast-votes.sql).
 * @returns the ids written; a missing one is a duplicate key or a refusal
 */
export async function writeVotes(sql: SqlRunner, rows: readonly VoteRow[], now: Date): Promise<Set<string>> {
  const column = <K extends keyof VoteRow>(key: K): VoteRow[K][] => rows.map((row) => row[key]);
  const result = await sql.query<{ id: string }>({
    name: 'cast-votes',
    text: CAST,
    values: [
      now,
      column('id'),
      column('contestId'),
      column('categoryId'),
      column('contestantId'),
      column('votes'),
      column('price'),
      column('name'),
      column('email'),
      column('phone'),
      column('key'),
      column('digest'),
      column('phoneDigest'),
      column('emailDigest'),
      column('source'),
      column('device'),
      column('hold'),
    ],
  });
  return new Set(result.rows.map((row) => row.id));
}

export interface EarlierVote {
  id: string;
  status: 'PENDING' | 'COMPLETED' | 'FAILED';
  voteCount: number;
  amountPesewas: number;
  key: string;
  digest: Buffer;
}

/** Votes already written under these idempotency keys. */
export async function findVotesByKey(
  sql: SqlRunner,
  keys: readonly string[],
): Promise<Map<string, EarlierVote>> {
  const result = await sql.query<{
    id: string;
    status: EarlierVote['status'];
    vote_count: number;
    amount_pesewas: number;
    idempotency_key: string;
    request_digest: Buffer;
  }>(
    `SELECT id, status, vote_count, amount_pesewas, idempotency_key, request_digest FROM votes WHERE idempotency_key = ANY($1)`,
    [keys],
  );
  return new Map(
    result.rows.map((row) => [
      row.idempotency_key,
      {
        id: row.id,
        status: row.status,
        voteCount: row.vote_count,
        amountPesewas: row.amount_pesewas,
        key: row.idempotency_key,
        digest: row.request_digest,
      },
    ]),
  );
}
