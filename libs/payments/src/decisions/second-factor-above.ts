import type { Actor } from '@abato/accounts';
import { cedisFromPesewas, formatCedis } from '@abato/contracts';
import { AppError, type Environment } from '@abato/platform';
import type { SettlingTransaction } from '../settlement/settlement.service.js';
import { decidedToday } from './day-sums.js';

const PESEWAS = 100;

/** What the audit log has of each step of a refund. */
const STEPS = {
  ask: ['payment.refund-request', 'payment.refund-withdraw'],
  order: ['payment.refund', 'payment.correction-confirm'],
  account: ['payment.refund-account'],
} as const;

/**
 * Asking for refunds of much money, or ordering them, needs an account with a second factor; such an account has confirmed itself within five
 * minutes before it gets here. What counts is the sum of the contest and day: many small refunds are a large one.
 * @throws AppError SECOND_FACTOR_REQUIRED
 */
export async function assertSecondFactor(
  { sql, now }: Pick<SettlingTransaction, 'sql' | 'now'>,
  actor: Actor,
  { step, paymentId, amountPesewas }: { step: keyof typeof STEPS; paymentId: string; amountPesewas: number },
  env: Pick<Environment, 'REFUND_SECOND_FACTOR_ABOVE'>,
): Promise<void> {
  const limit = env.REFUND_SECOND_FACTOR_ABOVE * PESEWAS;
  if (actor.secondFactor) return;
  const before = await decidedToday(sql, { paymentId, actions: STEPS[step], kinds: ['REFUND'] }, now);
  if (before + amountPesewas <= limit) return;
  const what =
    amountPesewas > limit ? 'A refund of more than' : 'Refunds of a contest and day of together more than';
  const verb = amountPesewas > limit ? 'needs' : 'need';
  throw new AppError('SECOND_FACTOR_REQUIRED', {
    message: `${what} ${formatCedis(cedisFromPesewas(limit))} ${verb} a second factor. Set it up in your profile.`,
  });
}
