import { sqlFile, type SqlRunner } from '@abato/database';

const TAKE_BACK = sqlFile(import.meta.url, './sql/take-back-vote.sql');

/**
 * Write the correcting row of a vote that counts (see sql/take-back-vote.sql). The caller holds the vote's row.
 * @param paymentId whose money went back; null for a free vote
 * @returns false when there is nothing to take back
 */
export async function takeBackVote(
  sql: SqlRunner,
  { voteId, paymentId }: { voteId: string; paymentId: string | null },
  now: Date,
): Promise<boolean> {
  return (await sql.query(TAKE_BACK, [voteId, now, paymentId])).rowCount === 1;
}
