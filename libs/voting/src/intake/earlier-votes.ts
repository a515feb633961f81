import { type CastVoteResult, cedisFromPesewas } from '@abato/contracts';
import type { SqlRunner } from '@abato/database';
import { AppError, receiptCodeOf } from '@abato/platform';
import { countedOf } from './cast-row.js';
import type { VoteRow } from './fast/write-votes.js';

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
  const { rows } = await sql.query<EarlierVote>(
    `SELECT v.id, v.status, v.vote_count AS "voteCount", v.amount_pesewas AS "amountPesewas", v.idempotency_key AS key,
       v.request_digest AS digest, l.recorded_at AS "countedAt", coalesce(s.voter, s.ballot) AS commitment
     FROM votes v LEFT JOIN vote_ledger l ON l.vote_id = v.id AND l.kind = 'COUNT' LEFT JOIN log_salts s ON s.vote_id = v.id
     WHERE v.idempotency_key = ANY($1)`,
    [keys],
  );
  return new Map(rows.map((vote) => [vote.key, vote]));
}

/** The first answer again, as far as it is still true. */
export function replay(row: VoteRow, earlier: EarlierVote): CastVoteResult | AppError {
  if (!earlier.digest.equals(row.digest)) return new AppError('IDEMPOTENCY_KEY_REUSED');
  return answerOf(earlier);
}

export function answerOf(earlier: EarlierVote): CastVoteResult {
  return {
    id: earlier.id,
    status: earlier.status,
    voteCount: earlier.voteCount,
    amount: cedisFromPesewas(earlier.amountPesewas),
    // Nothing else keeps a free vote from counting.
    ...(earlier.amountPesewas === 0 && earlier.status === 'PENDING' && { held: true }),
    ...(earlier.amountPesewas === 0 && { receiptCode: receiptCodeOf(earlier.id) }),
    ...(earlier.amountPesewas === 0 && earlier.status === 'COMPLETED' && countedOf(earlier)),
  };
}
