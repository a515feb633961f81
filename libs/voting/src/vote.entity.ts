import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Category, Contest, Contestant } from '@abato/contests';
import type { SettlementStatus } from '@abato/contracts';

/** Written by sql/cast-votes.sql and settlement only; this entity is for lists. */
@Entity('votes')
export class Vote {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'contest_id' }) contestId!: string;
  @ManyToOne(() => Contest, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'contest_id' })
  contest!: Relation<Contest>;
  @Column('uuid', { name: 'category_id' }) categoryId!: string;
  @ManyToOne(() => Category, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'category_id' })
  category!: Relation<Category>;
  @Column('uuid', { name: 'contestant_id' }) contestantId!: string;
  @ManyToOne(() => Contestant, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'contestant_id' })
  contestant!: Relation<Contestant>;
  @Column('integer', { name: 'vote_count' }) voteCount!: number;
  @Column('bigint', { name: 'price_pesewas' }) pricePesewas!: number;
  @Column('smallint') multiplier!: number;
  @Column('bigint', { name: 'amount_pesewas' }) amountPesewas!: number;
  @Column('text') status!: SettlementStatus;
  @Column('text') source!: 'WEB' | 'LIGHT' | 'USSD' | 'MANUAL';
  @Column('text', { name: 'voter_name', nullable: true }) voterName!: string | null;
  @Column('text', { name: 'voter_email', nullable: true }) voterEmail!: string | null;
  @Column('text', { name: 'voter_phone', nullable: true }) voterPhone!: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'counted_at', nullable: true }) countedAt!: Date | null;
}
