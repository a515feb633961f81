import type { Actor } from '@abato/accounts';
import { cedisFromPesewas, formatCedis } from '@abato/contracts';
import { AppError, type Environment } from '@abato/platform';

const PESEWAS = 100;

/**
 * Asking for a refund of much money, or ordering it, needs an account with a second factor; such an account has confirmed itself within five
 * minutes before it gets here.
 * @throws AppError SECOND_FACTOR_REQUIRED
 */
export function assertSecondFactor(
  actor: Actor,
  pesewas: number,
  env: Pick<Environment, 'REFUND_SECOND_FACTOR_ABOVE'>,
): void {
  const limit = env.REFUND_SECOND_FACTOR_ABOVE * PESEWAS;
  if (pesewas <= limit || actor.secondFactor) return;
  throw new AppError('SECOND_FACTOR_REQUIRED', {
    message: `A refund of more than ${formatCedis(cedisFromPesewas(limit))} needs a second factor. Set it up in your profile.`,
  });
}
