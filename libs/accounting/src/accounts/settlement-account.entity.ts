import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Host } from '@abato/contests';
import type { SettlementAccountType } from '@abato/contracts';

/** One request that the money of a host goes to an account (ADR 120). */
@Entity('settlement_accounts')
export class SettlementAccountRequest {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'host_id' }) hostId!: string;
  @ManyToOne(() => Host, { onDelete: 'CASCADE' }) @JoinColumn({ name: 'host_id' }) host!: Relation<Host>;
  @Column('text') type!: SettlementAccountType;
  @Column('text', { name: 'bank_code' }) bankCode!: string;
  @Column('text', { name: 'bank_name' }) bankName!: string;
  @Column('bytea', { name: 'account_number_encrypted', select: false }) sealedNumber!: Buffer;
  @Column('text', { name: 'last_digits' }) lastDigits!: string;
  @Column('text', { name: 'account_name' }) accountName!: string;
  /** The organiser has seen the name and confirmed it. */
  @Column('boolean') confirmed!: boolean;
  @Column('uuid', { name: 'requested_by' }) requestedBy!: string;
  @Column('timestamptz', { name: 'requested_at' }) requestedAt!: Date;
  /** Null: it waits. */
  @Column('text', { nullable: true }) decision!: 'APPROVED' | 'WITHDRAWN' | 'REPLACED' | null;
  @Column('uuid', { name: 'decided_by', nullable: true }) decidedBy!: string | null;
  @Column('timestamptz', { name: 'decided_at', nullable: true }) decidedAt!: Date | null;
  @Column('text', { name: 'subaccount_code', nullable: true }) subaccountCode!: string | null;
  /** From when payments use it. */
  @Column('timestamptz', { name: 'effective_at', nullable: true }) effectiveAt!: Date | null;
}
