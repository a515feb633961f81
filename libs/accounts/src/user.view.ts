import type { UserView } from '@abato/contracts';
import type { User } from './user.entity.js';

/** What a view of a user is made of. */
export const USER_FIELDS = {
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  emailVerifiedAt: true,
  phone: true,
  role: true,
  approvalStatus: true,
  rejectionReason: true,
  tokenVersion: true,
  createdAt: true,
} as const;

/** @param idNumber only for the owner's own profile */
export function userView(user: User, idNumber?: string): UserView {
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    emailVerified: user.emailVerifiedAt !== null,
    phone: user.phone,
    ...(idNumber !== undefined && { idNumber }),
    role: user.role,
    isApproved: user.approvalStatus === 'APPROVED',
    approvalStatus: user.approvalStatus,
    rejectionReason: user.rejectionReason,
    createdAt: user.createdAt.toISOString(),
  };
}
