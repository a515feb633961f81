import { type SqlRunner, sqlStatements } from '@abato/database';
import { newId } from '@abato/platform';
import { attentionMail, isWaitingState, type RefundEvent, refundMail, writeMails } from '@abato/messages';
import { type LockedPayment, type LockedVote, type PaymentUpdate, takenOf } from './lock-and-read.js';
import { mailStaff } from '../mail-people.js';
import { recordDifference } from '../reconcile/differences.js';
import { refundGoesOn } from '../refunds/refunds.js';
import type { Decision, PaymentState, Situation } from '../rules/payment-state.js';

const [RECORD] = sqlStatements(import.meta.url, './money-back.sql', 'record-return');

/** Situations in which money has gone back. */
const RETURNS: ReadonlySet<Situation> = new Set([
  'reversed',
  'reversed-in-part',
  'dispute-lost-in-part',
  'returned-by-hand',
  'returned-by-hand-in-part',
  'returned-too-much',
]);
/** Parts that went back at the provider without us: shown to super admins until a note says why. */
const FOREIGN_PARTS: ReadonlySet<Situation> = new Set(['reversed-in-part', 'dispute-lost-in-part']);

export const isReturn = (situation: Situation): boolean => RETURNS.has(situation);

/**
 * Write down what went back, in the confirming transaction.
 * @returns all that has gone back of the payment so far, in pesewas
 */
export async function recordReturn(
  sql: SqlRunner,
  payment: LockedPayment,
  {
    update: { proof },
    situation,
    decision,
  }: { update: PaymentUpdate; situation: Situation; decision: Decision },
  now: Date,
): Promise<number> {
  const { back } = proof;
  const taken = proof.takenAmount ?? takenOf(payment);
  const left = taken - payment.returned_pesewas;
  // An unnamed return is what was left; a named one never more than the provider says.
  const amount = back ? (proof.amount ?? (situation === 'returned-too-much' ? taken : left)) : left;
  if (amount <= 0) return payment.returned_pesewas;
  const { rows } = await sql.query<{ returned_pesewas: number }>(RECORD, [
    newId(),
    payment.id,
    back?.source ?? 'REVERSAL',
    back?.id ?? null,
    back?.refundId ?? null,
    amount,
    payment.provider_currency ?? payment.currency,
    now,
  ]);
  const returned = rows[0]?.returned_pesewas ?? payment.returned_pesewas + amount;
  const foreign = !back?.refundId;
  if (foreign && FOREIGN_PARTS.has(situation))
    await recordDifference(sql, payment.id, 'returned-in-part', now);
  if (foreign && back?.source === 'REFUND' && decision.action === 'take-back')
    await recordDifference(sql, payment.id, 'reversed', now);
  if (returned > taken) await recordDifference(sql, payment.id, 'returned-too-much', now);
  return returned;
}

const [ORDER] = sqlStatements(import.meta.url, './money-back.sql', 'order-refund');

const CAUSES: Partial<Record<PaymentState, 'DUPLICATE' | 'LATE' | 'ORDERED'>> = {
  DUPLICATE_PAID: 'DUPLICATE',
  LATE_PAID: 'LATE',
  REFUND_DUE: 'ORDERED',
};

/** What a payment's new state means for its refund. */
const ENDINGS: Partial<Record<PaymentState, 'PROCESSED' | 'ATTENTION' | 'CANCELLED'>> = {
  REFUNDED: 'PROCESSED',
  REFUND_ATTENTION: 'ATTENTION',
  // The money went back without us: nothing is left to ask for.
  REVERSED: 'CANCELLED',
};

/** Let the refund follow the payment, in the confirming transaction. */
export async function followRefund(
  sql: SqlRunner,
  {
    payment,
    to,
    update,
    now,
  }: { payment: LockedPayment; to: PaymentState; update: PaymentUpdate; now: Date },
): Promise<void> {
  const cause = CAUSES[to];
  if (cause) {
    await sql.query(ORDER, [
      newId(),
      payment.id,
      toldTakenOf(payment, update) - payment.returned_pesewas,
      currencyOf(payment, update),
      cause,
      update.actor?.userId ?? null,
      update.actor?.reason ?? null,
      now,
      payment.state === 'REFUNDING',
    ]);
  }
  // The same refund at the provider goes on, with another account.
  if (payment.state === 'REFUND_ATTENTION' && to === 'REFUNDING') await refundGoesOn(sql, payment.id, now);
  const ending = ENDINGS[to];
  if (ending) {
    await sql.query(
      'UPDATE refunds SET status = $2, next_attempt_at = NULL, updated_at = $3 WHERE payment_id = $1',
      [payment.id, ending, now],
    );
  }
}

/** What was really taken, which for a held payment is not what was asked. */
function toldTakenOf(payment: LockedPayment, update: PaymentUpdate): number {
  const proven = update.proof.status === 'success' ? update.proof.amount : undefined;
  return proven ?? payment.provider_amount_pesewas ?? payment.amount_pesewas;
}

function currencyOf(payment: LockedPayment, update: PaymentUpdate): string {
  const proven = update.proof.status === 'success' ? update.proof.currency : undefined;
  return proven ?? payment.provider_currency ?? payment.currency;
}

const [INSERT] = sqlStatements(import.meta.url, './money-back.sql', 'insert-payer-message');

/** A settled update, as far as people are told of it. */
interface SettledMoney {
  payment: LockedPayment;
  vote: LockedVote;
  update: PaymentUpdate;
  situation: Situation;
  decision: Decision;
  to: PaymentState;
}

interface PayerEvent {
  event: RefundEvent;
  /** Tells several events of a kind apart. */
  id: string;
  amountPesewas: number;
}

/**
 * Tell what a payment's new state means: super admins by mail that it waits for them, a payer by mail and SMS that money went back or is
 * delayed. In the confirming transaction and once for each event, so that repeated proofs tell no one twice.
 */
export async function notifyOfMoney(
  sql: SqlRunner,
  step: SettledMoney,
  { now, publicUrl }: { now: Date; publicUrl?: string },
): Promise<void> {
  if (!publicUrl) return;
  const { payment, situation, to } = step;
  // Whose account the provider refused is looking at the payment.
  if (to !== payment.state && isWaitingState(to) && situation !== 'refund-account-refused')
    await mailStaff(sql, attentionMail(to, payment.reference, publicUrl), now);
  const event = payerEventOf(step);
  if (event) await notifyPayer(sql, step, event, now);
}

/** What the payer is told of. The payer’s bank tells of disputes, and the person who returns money by hand of that. */
function payerEventOf({ payment, update, situation, decision, to }: SettledMoney): PayerEvent | null {
  const left = takenOf(payment) - payment.returned_pesewas;
  const { back, amount } = update.proof;
  const amountPesewas = back ? (amount ?? left) : left;
  if (decision.action === 'take-part' && back?.source === 'REFUND')
    return { event: 'REFUNDED_PART', id: back.id, amountPesewas };
  if (to === payment.state) return null;
  if (to === 'REFUND_ATTENTION') return { event: 'REFUND_DELAYED', id: '', amountPesewas: left };
  const isRefund = to === 'REVERSED' && isReturn(situation) && back?.source === 'REFUND';
  return to === 'REFUNDED' || isRefund ? { event: 'REFUNDED', id: '', amountPesewas } : null;
}

async function notifyPayer(
  sql: SqlRunner,
  { payment, vote }: SettledMoney,
  { event, id, amountPesewas }: PayerEvent,
  now: Date,
): Promise<void> {
  const currency = payment.provider_currency ?? payment.currency;
  const { rowCount } = await sql.query(INSERT, [
    newId(),
    payment.id,
    event,
    id,
    amountPesewas,
    currency,
    now,
  ]);
  if (!rowCount || !vote.voter_email) return;
  const { reference } = payment;
  const mail = refundMail({ event, reference, amountPesewas, currency });
  await writeMails(sql, [{ recipient: vote.voter_email, ...mail }], now);
}
