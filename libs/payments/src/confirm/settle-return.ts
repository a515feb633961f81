import { sqlStatements, type SqlRunner } from '@abato/database';
import { newId } from '@abato/platform';
import { recordDifference } from '../reconcile/differences.js';
import type { Decision, Situation } from '../rules/payment-state.js';
import { type LockedPayment, type PaymentUpdate, takenOf } from './lock-and-read.js';

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
 * Write down what went back, in settlement's transaction.
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
