import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { HeldState, HoldReason } from '@abato/contracts';
import { Vote } from '../vote.entity.js';

/** A vote that was held. Casting and decisions write it by SQL, many at once; this entity is for lists. */
@Entity('held_votes')
export class HeldVote {
  @PrimaryColumn('uuid', { name: 'vote_id' }) voteId!: string;
  @ManyToOne(() => Vote, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'vote_id' })
  vote!: Relation<Vote>;
  @Column('uuid', { name: 'contest_id' }) contestId!: string;
  @Column('text') reason!: HoldReason;
  @Column('timestamptz', { name: 'held_at' }) heldAt!: Date;
  /** null: it waits. */
  @Column('text', { nullable: true }) decision!: Exclude<HeldState, 'HELD'> | null;
  @Column('timestamptz', { name: 'decided_at', nullable: true }) decidedAt!: Date | null;
  @Column('text', { name: 'decision_reason', nullable: true }) decisionReason!: string | null;
  @Column('timestamptz', { name: 'appealed_at', nullable: true }) appealedAt!: Date | null;
}
