import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Host } from '@abato/contests';
import type { SettlementDifferenceClass } from '@abato/contracts';
import type { DifferenceRow } from './settlement-differences.js';

/** What of a host's or the platform's settlements could not be explained. Readings write it by SQL; a super admin may close it. */
@Entity('settlement_differences')
export class RecordedDifference implements DifferenceRow {
  @PrimaryColumn('text') class!: SettlementDifferenceClass;
  @PrimaryColumn('text') subject!: string;
  /** Under which it is closed. */
  @Column('uuid') id!: string;
  /** null: the platform's own. */
  @Column('uuid', { name: 'host_id', nullable: true }) hostId!: string | null;
  @ManyToOne(() => Host) @JoinColumn({ name: 'host_id' }) host!: Relation<Host> | null;
  @Column('text', { name: 'provider_id', nullable: true }) providerId!: string | null;
  @Column('bigint', { name: 'theirs_pesewas', nullable: true }) theirsPesewas!: number | null;
  @Column('bigint', { name: 'ours_pesewas', nullable: true }) oursPesewas!: number | null;
  @Column('timestamptz', { name: 'found_at' }) foundAt!: Date;
  @Column('timestamptz', { name: 'resolved_at', nullable: true }) resolvedAt!: Date | null;
  /** What was unexplained when a note closed it. */
  @Column('bigint', { name: 'closed_pesewas', nullable: true }) closedPesewas!: number | null;
}
