import { PAYMENT_CHANNELS, type PaymentChannel } from '@abato/contracts';
import { sqlStatements, type SqlRunner } from '@abato/database';
import { receiptMail, writeMails } from '@abato/messages';
import { newReceiptCode } from '@abato/platform';
import { takeBackVote as takeBack } from '@abato/voting';
import type { PaymentProof } from '@abato/paystack';
import { type Situation, statesOf } from '../rules/payment-state.js';
import type { LockedPayment, LockedVote, PaymentUpdate, ConfirmContext } from './lock-and-read.js';

const [UPDATE, COUNT, FOLLOW] = sqlStatements(
  import.meta.url,
  './confirm.sql',
  'update-payments',
  'count-votes',
  'follow-payments',
);
const [TAKE_PART] = sqlStatements(import.meta.url, './money-back.sql', 'take-back-part');

/** States in which an attempt may still succeed or is being looked at. */
const PENDING_STATES = statesOf('PENDING');

/** The provider has more channels than we show. */
export function channelOf(channel: string | null | undefined): PaymentChannel {
  return PAYMENT_CHANNELS.find((known) => known === channel) ?? 'other';
}

/** What a proof changes about one attempt. */
export interface PaymentChange {
  payment: LockedPayment;
  to: LockedPayment['state'];
  update: PaymentUpdate;
  /** What is written of the update's proof. */
  proof: PaymentProof;
  situation: Situation;
  recordMoney: boolean;
  worthAnEvent: boolean;
  nextCheckAt: Date | null;
  /** When to read the provider's refunds of it; null leaves it. */
  returnsCheckAt: Date | null;
}

/** Write proofs and the transitions they caused to the attempts: each at most once in `changes`. */
export async function updatePayments(
  sql: SqlRunner,
  changes: readonly PaymentChange[],
  now: Date,
): Promise<void> {
  const column = <T>(of: (change: PaymentChange) => T): T[] => changes.map(of);
  const record = ({ proof, recordMoney }: PaymentChange): boolean =>
    proof.status === 'success' && recordMoney;
  // Money that is first heard of when it has gone back has a currency, too: the books are about cedis only.
  const isTaken = (change: PaymentChange): boolean =>
    record(change) || (change.recordMoney && change.proof.takenAmount !== undefined);
  await sql.query({
    name: 'update-payments',
    text: UPDATE,
    values: [
      now,
      column(({ payment }) => payment.id),
      column(({ payment }) => payment.state),
      column(({ to }) => to),
      column(({ update }) => update.source),
      column((change) => (change.worthAnEvent ? JSON.stringify(detailOf(change)) : null)),
      column(({ proof }) => proof.providerStatus ?? null),
      column(({ proof }) => proof.message ?? null),
      column(({ proof }) => proof.transactionId ?? null),
      column((change) => (record(change) ? channelOf(change.proof.channel ?? change.payment.channel) : null)),
      column(({ proof }) => proof.fees ?? null),
      column((change) => finite(record(change) ? change.proof.amount : takenBefore(change))),
      column((change) => (isTaken(change) ? (change.proof.currency ?? null) : null)),
      column((change) => (record(change) ? (change.proof.paidAt ?? null) : null)),
      column(({ nextCheckAt }) => nextCheckAt),
      column(({ returnsCheckAt }) => returnsCheckAt),
      column((change) => splitTold(change)?.platform ?? null),
      column((change) => splitTold(change)?.host ?? null),
      column((change) => splitTold(change)?.subaccount ?? null),
    ],
  });
}

/** What had been taken of a payment that is first heard of when all of it is back. */
function takenBefore({ proof, recordMoney, payment, situation }: PaymentChange): number | undefined {
  if (!recordMoney || situation !== 'reversed' || payment.provider_amount_pesewas !== null) return undefined;
  return proof.takenAmount ?? (proof.back ? undefined : proof.amount);
}

/** What the provider says of the parts of a payment that it has taken. */
const splitTold = ({ proof }: PaymentChange): PaymentProof['split'] =>
  proof.status === 'success' ? proof.split : null;

function detailOf({ proof, situation, update }: PaymentChange): object {
  const paid = proof.status === 'success';
  return {
    situation,
    providerStatus: proof.providerStatus,
    ...(paid && { amount: finite(proof.amount), currency: proof.currency, domain: proof.domain }),
    ...(proof.back && { amount: finite(proof.amount), return: `${proof.back.source} ${proof.back.id}` }),
    ...update.actor,
  };
}

function finite(amount: number | undefined): number | null {
  return amount !== undefined && Number.isFinite(amount) ? amount : null;
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
  { now, secrets, publicUrl }: ConfirmContext,
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

/** Put the receipt into the mail outbox, in the transaction that counts: no receipt without a count, no count without one. */
async function mailReceipt(
  sql: SqlRunner,
  counted: {
    payment: LockedPayment;
    vote: LockedVote;
    amountPesewas: number;
    code: string;
    now: Date;
    publicUrl: string;
  },
): Promise<void> {
  const { payment, vote, amountPesewas, code, now, publicUrl } = counted;
  if (!vote.voter_email) return;
  const { rows } = await sql.query<{ title: string; name: string }>(
    'SELECT c.title, p.name FROM contests c, contestants p WHERE c.id = $1 AND p.id = $2',
    [vote.contest_id, vote.contestant_id],
  );
  const mail = receiptMail({
    code,
    reference: payment.reference,
    contestTitle: rows[0]?.title ?? '',
    contestantName: rows[0]?.name ?? '',
    votes: vote.vote_count,
    amountPesewas,
    countedAt: now,
    publicUrl,
  });
  await writeMails(sql, [{ recipient: vote.voter_email, ...mail }], now);
}

/** Note that receipts are to go out by SMS, in the transaction that counts. Keyed by the vote: never a second one. */
async function textReceipts(sql: SqlRunner, votes: readonly LockedVote[], now: Date): Promise<void> {
  const ids = votes.filter(({ voter_phone }) => voter_phone !== null).map(({ id }) => id);
  if (!ids.length) return;
  await sql.query(
    `INSERT INTO sms_outbox (vote_id, status, created_at, next_attempt_at)
     SELECT id, 'DUE', $2::timestamptz, $2::timestamptz FROM unnest($1::uuid[]) AS v (id) ON CONFLICT (vote_id) DO NOTHING`,
    [ids, now],
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
 * Write the correcting row for the part of the money that has gone back: votes in proportion, rounded down, in the payer's favour (ADR 13).
 * @param of.back all that has gone back so far, of what was taken. Pesewas
 * @param of.votesStay write the money only
 */
export async function takeBackPart(
  sql: SqlRunner,
  payment: LockedPayment,
  { back, taken, votesStay }: { back: number; taken: number; votesStay: boolean },
  now: Date,
): Promise<void> {
  await sql.query(TAKE_PART, [payment.vote_id, now, payment.id, taken, back, votesStay]);
}

/** Let an uncounted vote's status follow its attempts. */
export async function followPayments(sql: SqlRunner, voteId: string): Promise<void> {
  await sql.query(FOLLOW, [voteId, PENDING_STATES]);
}
