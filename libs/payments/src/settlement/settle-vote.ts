import { PAYMENT_CHANNELS, type PaymentChannel } from '@abato/contracts';
import { sqlFile, type SqlRunner } from '@abato/database';
import { newReceiptCode } from '@abato/platform';
import { takeBackVote as takeBack } from '@abato/voting';
import type { PaymentProof } from '../rules/payment-situation.js';
import { statesOf } from '../rules/payment-state.js';
import { mailReceipt } from './mail-receipt.js';
import type { LockedPayment, LockedVote, SettleContext } from './payment-update.js';
import { textReceipts } from './text-receipts.js';

const COUNT = sqlFile(import.meta.url, './count-votes.sql');
const TAKE_PART = sqlFile(import.meta.url, './take-back-part.sql');
const FOLLOW = sqlFile(import.meta.url, './follow-payments.sql');

/** States in which an attempt may still succeed or is being looked at. */
const PENDING_STATES = statesOf('PENDING');

/** The provider has more channels than we show. */
export function channelOf(channel: string | null | undefined): PaymentChannel {
  return PAYMENT_CHANNELS.find((known) => known === channel) ?? 'other';
}

/** A vote that counts now, with the attempt that paid for it. */
export interface PaidVote {
  payment: LockedPayment;
  vote: LockedVote;
  proof: PaymentProof;
  /** What the ledger says was paid for it. */
  amountPesewas: number;
}

/** Count votes: ledger, tally outbox, votes, receipts. @throws Error when one was counted before: the caller's decision was wrong */
export async function countVotes(
  sql: SqlRunner,
  paid: readonly PaidVote[],
  { now, secrets, publicUrl }: SettleContext,
): Promise<void> {
  const digest = (vote: LockedVote, kind: 'phone' | 'email', value: string | null): Buffer | null =>
    value ? secrets.voterDigest(vote.contest_id, kind, value) : null;
  const codes = paid.map(() => newReceiptCode());
  const counted = await sql.query({
    name: 'count-votes',
    text: COUNT,
    values: [
      now,
      paid.map(({ vote }) => vote.id),
      paid.map(({ payment }) => payment.id),
      paid.map(({ payment }) => payment.method),
      paid.map(({ payment, proof }) => channelOf(proof.channel ?? payment.channel)),
      paid.map(({ amountPesewas }) => amountPesewas),
      paid.map(({ vote }) => digest(vote, 'phone', vote.voter_phone)),
      paid.map(({ vote }) => digest(vote, 'email', vote.voter_email)),
      codes,
    ],
  });
  if (counted.rowCount !== paid.length) throw new Error('a vote was counted before');
  if (!publicUrl) return;
  for (const [index, { payment, vote, amountPesewas }] of paid.entries()) {
    await mailReceipt(sql, { payment, vote, amountPesewas, code: codes[index] ?? '', now, publicUrl });
  }
  await textReceipts(
    sql,
    paid.map(({ vote }) => vote),
    now,
  );
}

/**
 * Write the correcting row.
 * @param payment without an id for a free vote
 * @throws Error when there is nothing to take back
 */
export async function takeBackVote(
  sql: SqlRunner,
  payment: { vote_id: string; id: string | null },
  now: Date,
): Promise<void> {
  const isTaken = await takeBack(sql, { voteId: payment.vote_id, paymentId: payment.id }, now);
  if (!isTaken) throw new Error(`vote ${payment.vote_id} cannot be taken back`);
}

/**
 * Write the correcting row for the part of the money that has gone back: votes in proportion, rounded down, in the payer's favour (ADR 83).
 * @param back all that has gone back so far, of what was taken; less than it. Pesewas
 */
export async function takeBackPart(
  sql: SqlRunner,
  payment: LockedPayment,
  { back, taken }: { back: number; taken: number },
  now: Date,
): Promise<void> {
  await sql.query(TAKE_PART, [payment.vote_id, now, payment.id, taken, back]);
}

/** Let an uncounted vote's status follow its attempts. */
export async function followPayments(sql: SqlRunner, voteId: string): Promise<void> {
  await sql.query(FOLLOW, [voteId, PENDING_STATES]);
}
