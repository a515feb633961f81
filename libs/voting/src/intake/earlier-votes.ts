import type { SqlRunner } from '@abato/database';

/** A vote that was written under an idempotency key. */
export interface EarlierVote {
  id: string;
  status: 'PENDING' | 'COMPLETED' | 'FAILED';
  voteCount: number;
  amountPesewas: number;
  key: string;
  digest: Buffer;
  /** Null for a vote that was not counted. */
  countedAt: Date | null;
  /** In the public log; null where it is not fixed yet. */
  commitment: Buffer | null;
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
    counted_at: Date | null;
    commitment: Buffer | null;
  }>(
    `SELECT v.id, v.status, v.vote_count, v.amount_pesewas, v.idempotency_key, v.request_digest, l.recorded_at AS counted_at, coalesce(s.voter, s.ballot) AS commitment
     FROM votes v LEFT JOIN vote_ledger l ON l.vote_id = v.id AND l.kind = 'COUNT' LEFT JOIN log_salts s ON s.vote_id = v.id
     WHERE v.idempotency_key = ANY($1)`,
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
        countedAt: row.counted_at,
        commitment: row.commitment,
      },
    ]),
  );
}
