import { sqlFile, type SqlRunner } from '@abato/database';
import { countByWindow, type VoteRow } from '@abato/voting';

const INSERT = sqlFile(import.meta.url, './insert-cash-entry.sql');

/** Keeps what the entry counts and costs as of now. @returns false when the key was used before, or what it names was deleted */
export async function insertCashEntry(
  sql: SqlRunner,
  row: VoteRow,
  by: { actorUserId: string; reason: string },
  now: Date,
): Promise<boolean> {
  countByWindow(row, now);
  const { rowCount } = await sql.query(INSERT, [
    row.id,
    row.contestId,
    row.categoryId,
    row.contestantId,
    row.votes / row.multiplier,
    row.price,
    row.amount,
    row.multiplier,
    row.name,
    row.email,
    row.phone,
    row.key,
    row.digest,
    by.reason,
    by.actorUserId,
    now,
  ]);
  return rowCount === 1;
}

/** What an earlier request with this key entered; a confirmed entry is a vote, and found there. */
export async function findCashEntry(
  sql: SqlRunner,
  key: string,
): Promise<{ id: string; votes: number; amountPesewas: number; rejected: boolean; digest: Buffer } | null> {
  const { rows } = await sql.query<{
    id: string;
    votes: number;
    amount_pesewas: number;
    decision: string | null;
    request_digest: Buffer;
  }>(
    `SELECT id, votes * multiplier AS votes, coalesce(amount_pesewas, votes * price_pesewas) AS amount_pesewas, decision, request_digest
     FROM cash_entries WHERE idempotency_key = $1`,
    [key],
  );
  const [row] = rows;
  return row
    ? {
        id: row.id,
        votes: row.votes,
        amountPesewas: row.amount_pesewas,
        rejected: row.decision === 'REJECTED',
        digest: row.request_digest,
      }
    : null;
}
