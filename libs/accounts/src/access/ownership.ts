import type { ErrorCode } from '@abato/contracts';
import { AppError } from '@abato/platform';
import type { Actor } from './actor.js';

/** Refusal of a super admin who changes what another user owns (specification §6, word for word). */
export const FOREIGN = {
  editHost: 'Super Admins can view all hosts but can only edit their own hosts',
  deleteHost: 'Super Admins can only delete their own hosts',
  deleteContest: 'Super Admins can only delete their own contests',
  manageContest: 'Super Admins can only manage their own contests',
} as const;

/**
 * Why a write found nothing of the actor's own. To an organiser a foreign id looks like a missing one; a super admin, who
 * sees everything, is told why.
 * @param existsForOthers asked only for super admins
 */
export async function refusalForForeign(
  actor: Actor,
  notFound: ErrorCode,
  message: string,
  existsForOthers: () => Promise<boolean>,
): Promise<AppError> {
  if (actor.role === 'SUPER_ADMIN' && (await existsForOthers())) {
    return new AppError('NOT_OWNER', { message });
  }
  return new AppError(notFound);
}
