import type { SqlRunner } from '@abato/database';
import type { LockedVote } from './payment-update.js';

/** Note that receipts are to go out by SMS, in the transaction that counts. Keyed by the vote: never a second one. */
export async function textReceipts(sql: SqlRunner, votes: readonly LockedVote[], now: Date): Promise<void> {
  const ids = votes.filter(({ voter_phone }) => voter_phone !== null).map(({ id }) => id);
  if (!ids.length) return;
  await sql.query(
    `INSERT INTO sms_outbox (vote_id, status, created_at, next_attempt_at)
     SELECT id, 'DUE', $2::timestamptz, $2::timestamptz FROM unnest($1::uuid[]) AS v (id) ON CONFLICT (vote_id) DO NOTHING`,
    [ids, now],
  );
}
