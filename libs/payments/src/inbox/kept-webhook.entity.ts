import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A webhook as it was kept, and what became of it. SQL keeps and settles many at once; this entity is for those that were set aside (ADR 10). */
/** Condition of rows that may be about a payment of ours: attempts are committed before the provider is called, so an unknown reference is another shop's on the same account. */
export const NOT_FOREIGN = `outcome IS DISTINCT FROM 'unknown-reference'`;

@Entity('webhook_inbox')
export class KeptWebhook {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('text', { nullable: true }) event!: string | null;
  @Column('text', { nullable: true }) reference!: string | null;
  @Column('timestamptz', { name: 'received_at' }) receivedAt!: Date;
  @Column('timestamptz', { name: 'processed_at', nullable: true }) processedAt!: Date | null;
  @Column('text', { nullable: true }) outcome!: string | null;
  @Column('integer') attempts!: number;
  @Column('timestamptz', { name: 'next_attempt_at', nullable: true }) nextAttemptAt!: Date | null;
  @Column('text', { name: 'last_error', nullable: true }) lastError!: string | null;
  @Column('timestamptz', { name: 'set_aside_at', nullable: true }) setAsideAt!: Date | null;
}
