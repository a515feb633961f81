import { sqlStatements, type SqlRunner } from '@abato/database';
import { attentionLetter, isWaitingState, type RefundEvent, refundLetter } from '@abato/messages';
import { newId } from '@abato/platform';
import { mailStaff } from '../mail-people.js';
import type { Decision, PaymentState, Situation } from '../rules/payment-state.js';
import { type LockedPayment, type LockedVote, type PaymentUpdate, takenOf } from './lock-and-read.js';
import { isReturn } from './settle-return.js';

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
 * delayed. In settlement's transaction and once for each event, so that repeated proofs tell no one twice.
 */
export async function tellOfMoney(
  sql: SqlRunner,
  step: SettledMoney,
  { now, publicUrl }: { now: Date; publicUrl?: string },
): Promise<void> {
  if (!publicUrl) return;
  const { payment, situation, to } = step;
  // Whose account the provider refused is looking at the payment.
  if (to !== payment.state && isWaitingState(to) && situation !== 'refund-account-refused')
    await mailStaff(sql, attentionLetter(to, payment.reference, publicUrl), now);
  const event = payerEventOf(step);
  if (event) await tellPayer(sql, step, event, now);
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

async function tellPayer(
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
  const { subject, body } = refundLetter({ event, reference, amountPesewas, currency });
  await sql.query(
    `INSERT INTO mail_outbox (id, recipient, subject, body, created_at, next_attempt_at) VALUES ($1, $2, $3, $4, $5, $5)`,
    [newId(), vote.voter_email, subject, body, now],
  );
}
