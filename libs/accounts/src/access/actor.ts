import type { ApprovalStatus, Role } from '@abato/contracts';
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

/** Owner filter for lists: a super admin sees everything, an organiser the own. */
export function ownerScope(actor: Actor): string | null {
  return actor.role === 'SUPER_ADMIN' ? null : actor.id;
}
