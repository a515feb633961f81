import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApprovalStatus, Role, UserView } from '@abato/contracts';

@Entity('users')
export class User {
  @PrimaryColumn('uuid') id!: string;
  @Column('text', { name: 'first_name' }) firstName!: string;
  @Column('text', { name: 'last_name' }) lastName!: string;
  @Column('text') email!: string;
  @Column('timestamptz', { name: 'email_verified_at', nullable: true }) emailVerifiedAt!: Date | null;
  @Column('text') phone!: string;
  @Column('bytea', { name: 'id_number_encrypted', select: false }) idNumberEncrypted!: Buffer;
  @Column('text', { name: 'password_hash', select: false }) passwordHash!: string;
  @Column('bytea', { name: 'second_factor_encrypted', nullable: true, select: false })
  secondFactorEncrypted!: Buffer | null;
  @Column('timestamptz', { name: 'second_factor_at', nullable: true }) secondFactorAt!: Date | null;
  @Column('integer', { name: 'second_factor_step', nullable: true, select: false })
  secondFactorStep!: number | null;
  @Column('text') role!: Role;
  @Column('text', { name: 'approval_status' }) approvalStatus!: ApprovalStatus;
  @Column('text', { name: 'rejection_reason', nullable: true }) rejectionReason!: string | null;
  @Column('timestamptz', { name: 'decided_at', nullable: true }) decidedAt!: Date | null;
  @Column('uuid', { name: 'decided_by', nullable: true }) decidedBy!: string | null;
  @Column('integer', { name: 'token_version' }) tokenVersion!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
}

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
