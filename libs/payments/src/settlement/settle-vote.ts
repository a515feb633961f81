import { PAYMENT_CHANNELS, type PaymentChannel } from '@abato/contracts';
import { statesOf, type PaymentProof } from '@abato/domain';
import { sqlFile, type SqlRunner } from '@abato/persistence';
import { newReceiptCode } from '@abato/platform';
import { mailReceipt } from './mail-receipt.js';
import type { LockedPayment, LockedVote, SettleContext } from './settlement.js';

const COUNT = sqlFile(import.meta.url, './count-vote.sql');
const TAKE_BACK = sqlFile(import.meta.url, './take-back-vote.sql');
const FOLLOW = sqlFile(import.meta.url, './follow-payments.sql');

/** States in which an attempt may still succeed or is being looked at. */
const PENDING_STATES = statesOf('PENDING');

/** The provider has more channels than we show. */
export function channelOf(channel: string | null | undefined): PaymentChannel {
  return PAYMENT_CHANNELS.find((known) => known === channel) ?? 'other';
}

/** Count the vote: ledger, tally outbox, vote, receipt. @throws Error when it was counted before: the caller's decision was wrong */
export async function countVote(
  sql: SqlRunner,
  payment: LockedPayment,
  vote: LockedVote,
  proof: PaymentProof,
  { now, secrets, publicUrl }: SettleContext,
): Promise<void> {
  const code = newReceiptCode();
  const digests = (kind: 'phone' | 'email', value: string | null): Buffer[] =>
    value ? [secrets.voterDigest(vote.contest_id, kind, value)] : [];
  const counted = await sql.query(COUNT, [
    vote.id,
    now,
    payment.id,
    payment.method,
    channelOf(proof.channel ?? payment.channel),
    payment.amount_pesewas,
    digests('phone', vote.voter_phone),
    digests('email', vote.voter_email),
    code,
  ]);
  if (counted.rowCount !== 1) throw new Error(`vote ${vote.id} was counted before`);
  if (publicUrl) await mailReceipt(sql, { payment, vote, code, now, publicUrl });
}

/** Write the correcting row. @throws Error when there is nothing to take back */
export async function takeBackVote(sql: SqlRunner, payment: LockedPayment, now: Date): Promise<void> {
  const taken = await sql.query(TAKE_BACK, [payment.vote_id, now, payment.id]);
  if (taken.rowCount !== 1) throw new Error(`vote ${payment.vote_id} cannot be taken back`);
}

/** Let an uncounted vote's status follow its attempts. */
export async function followPayments(sql: SqlRunner, voteId: string): Promise<void> {
  await sql.query(FOLLOW, [voteId, PENDING_STATES]);
}
