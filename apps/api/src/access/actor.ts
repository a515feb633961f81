import type { ApprovalStatus, Role } from '@abato/contracts';

/** Who acts: read from the database (at most 5 s old), never from the token. */
export interface Actor {
  id: string;
  role: Role;
  approvalStatus: ApprovalStatus;
  tokenVersion: number;
}

export function isApproved(actor: Actor): boolean {
  return actor.approvalStatus === 'APPROVED';
}

/** Owner filter for lists: a super admin sees everything, an organiser the own. */
export function ownerScope(actor: Actor): string | null {
  return actor.role === 'SUPER_ADMIN' ? null : actor.id;
}
