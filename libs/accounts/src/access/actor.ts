import { type ApprovalStatus, holds, type Permission, type Role } from '@abato/contracts';
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
