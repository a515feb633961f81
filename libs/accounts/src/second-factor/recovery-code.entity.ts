import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A code that stands in for the authenticator app, once (ADR 74). */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid', { name: 'user_id' }) userId!: string;
  @PrimaryColumn('bytea', { name: 'code_sha256' }) digest!: Buffer;
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt!: Date | null;
}
