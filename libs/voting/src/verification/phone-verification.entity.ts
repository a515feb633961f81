import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A proof of a phone number that was begun: by a code sent as SMS (ADR 117), or by dialling (ADR 117). Sending and dialling write it by SQL. */
@Entity('phone_verifications')
export class PhoneVerification {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'contest_id' }) contestId!: string;
  @Column('text') phone!: string;
  @Column('text') channel!: 'sms' | 'ussd';
  @Column('text', { name: 'dial_number', nullable: true }) dialNumber!: string | null;
  /** Digest of the network that began it, where it costs nothing. */
  @Column('bytea', { nullable: true }) network!: Buffer | null;
  @Column('integer') tries!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'verified_at', nullable: true }) verifiedAt!: Date | null;
  /** When its code is due to be sent. */
  @Column('timestamptz', { name: 'next_attempt_at', nullable: true }) nextAttemptAt!: Date | null;
}
