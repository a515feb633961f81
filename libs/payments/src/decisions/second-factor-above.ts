import type { Actor } from '@abato/accounts';
import { cedisFromPesewas, formatCedis } from '@abato/contracts';
import { AppError, type Environment } from '@abato/platform';
import type { SettlingTransaction } from '../confirm/settlement.service.js';
import { decidedToday } from './day-sums.js';

const PESEWAS = 100;

/** What the audit log has of each step of a refund. */
const STEPS = {
  ask: ['payment.refund-request', 'payment.refund-withdraw'],
  order: ['payment.refund', 'payment.correction-confirm'],
  account: ['payment.refund-account'],
  dispute: ['dispute.resolve'],
} as const;

interface Asked {
  step: keyof typeof STEPS;
  paymentId: string;
  amountPesewas: number;
}

/** Whether this money, with what was decided today in the contest by the same step, is above a limit in pesewas. */
export async function sumAbove(
  { sql, now }: Pick<SettlingTransaction, 'sql' | 'now'>,
  { step, paymentId, amountPesewas }: Asked,
  limit: number,
): Promise<boolean> {
  const before = await decidedToday(
    sql,
    { paymentId, actions: STEPS[step], kinds: ['REFUND', 'DISPUTE'] },
    now,
  );
  return before + amountPesewas > limit;
}

/**
 * Asking for refunds of much money, or ordering them, needs an account with a second factor; such an account has confirmed itself within five
 * minutes before it gets here. What counts is the sum of the contest and day: many small refunds are a large one.
 * @throws AppError SECOND_FACTOR_REQUIRED
 */
export async function assertSecondFactor(
  transaction: Pick<SettlingTransaction, 'sql' | 'now'>,
  actor: Actor,
  asked: Asked,
  env: Pick<Environment, 'REFUND_SECOND_FACTOR_ABOVE'>,
): Promise<void> {
  const limit = env.REFUND_SECOND_FACTOR_ABOVE * PESEWAS;
  if (actor.secondFactor || !(await sumAbove(transaction, asked, limit))) return;
  throw secondFactorRequired(asked.amountPesewas, limit);
}

/** @param limit that the amount, or the sum with the others of the day, is above; pesewas */
export function secondFactorRequired(amountPesewas: number, limit: number): AppError {
  const isAlone = amountPesewas > limit;
  const what = isAlone ? 'A refund of more than' : 'Refunds of a contest and day of together more than';
  return new AppError('SECOND_FACTOR_REQUIRED', {
    message: `${what} ${formatCedis(cedisFromPesewas(limit))} ${isAlone ? 'needs' : 'need'} a second factor. Set it up in your profile.`,
  });
}
