import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Bundle } from '@abato/contracts';
import { Contest } from '../contests/contest.entity.js';

@Entity('categories')
export class Category {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'contest_id' }) contestId!: string;
  @ManyToOne(() => Contest)
  @JoinColumn({ name: 'contest_id' })
  contest!: Relation<Contest>;
  @Column('text') name!: string;
  @Column('text') description!: string;
  @Column('integer') order!: number;
  /** null: the contest's price and bundles. */
  @Column('bigint', { name: 'vote_price_pesewas', nullable: true }) votePricePesewas!: number | null;
  @Column('jsonb') bundles!: Bundle[];
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('timestamptz', { name: 'archived_at', nullable: true }) archivedAt!: Date | null;
  @Column('uuid', { name: 'archived_by', nullable: true }) archivedBy!: string | null;
}
