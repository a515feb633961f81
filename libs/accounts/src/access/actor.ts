import { type ApprovalStatus, type ErrorCode, holds, type Permission, type Role } from '@abato/contracts';
import { AppError, type Environment } from '@abato/platform';
import type { User } from '../user.entity.js';

/** Who acts: read from the database (at most 5 s old), never from the token. */
export interface Actor {
  id: string;
  role: Role;
  approvalStatus: ApprovalStatus;
  tokenVersion: number;
  /** The account has a second factor. */
  secondFactor?: true;
  /** When password or code was last given, seconds since 1970; only of requests, from the token. */
  authenticatedAt?: number;
  /** What the route of this request needs; absent of sockets, which read. */
  permission?: Permission;
}

/** @returns null for an unknown or deleted user */
export function actorOf(
  user:
    | (Pick<User, 'id' | 'role' | 'approvalStatus' | 'tokenVersion' | 'deletedAt'> &
        Partial<Pick<User, 'secondFactorAt'>>)
    | null,
): Actor | null {
  if (!user || user.deletedAt) return null;
  const { id, role, approvalStatus, tokenVersion } = user;
  return {
    id,
    role,
    approvalStatus,
    tokenVersion,
    ...(user.secondFactorAt && { secondFactor: true as const }),
  };
}

export function isApproved(actor: Actor): boolean {
  return actor.approvalStatus === 'APPROVED';
}

/** Whose things a request may use: an organiser's the own, a super admin's all (null) where the permission that it needs says so. */
export function ownerScope(actor: Actor): string | null {
  return holds('SUPER_ADMIN', actor.permission ?? 'contest.read') ? deciderScope(actor) : actor.id;
}

/** Whose things may be decided about: super admins are the second person also where they cannot act alone. */
export function deciderScope(actor: Actor): string | null {
  return actor.role === 'SUPER_ADMIN' ? null : actor.id;
}

/** How old a sign-in may be for actions that cannot be undone or show personal data. */
const RECENT_SECONDS = 5 * 60;

type Production = Pick<Environment, 'production'>;

/** Super admins in production; elsewhere demo accounts and scripts work with a password alone (ADR 74). */
export function requiresSecondFactor(actor: Pick<Actor, 'role'>, env: Production): boolean {
  return env.production && actor.role === 'SUPER_ADMIN';
}

/** Whether the user may do nothing but set up a second factor. */
export function mustSetUpSecondFactor(actor: Actor, env: Production): boolean {
  return requiresSecondFactor(actor, env) && !actor.secondFactor;
}

/** Whether the user must give password or code again before a guarded action. */
export function mustReauthenticate(
  actor: Actor,
  env: Production,
  now: Date,
  options: { always?: boolean } = {},
): boolean {
  if (!options.always && !actor.secondFactor && !requiresSecondFactor(actor, env)) return false;
  return (actor.authenticatedAt ?? 0) + RECENT_SECONDS <= now.getTime() / 1000;
}

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
