import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Bundle, ChallengeMode, ContestStatus, VerificationLevel, VoteWindow } from '@abato/contracts';
import { Host } from '../hosts/host.entity.js';

@Entity('contests')
export class Contest {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('uuid', { name: 'host_id' }) hostId!: string;
  @ManyToOne(() => Host) @JoinColumn({ name: 'host_id' }) host!: Relation<Host>;
  @Column('text') title!: string;
  @Column('text') description!: string;
  @Column('timestamptz', { name: 'start_date' }) startDate!: Date;
  @Column('timestamptz', { name: 'end_date' }) endDate!: Date;
  @Column('bigint', { name: 'vote_price_pesewas' }) votePricePesewas!: number;
  @Column('jsonb') bundles!: Bundle[];
  @Column('jsonb', { name: 'vote_windows' }) windows!: VoteWindow[];
  /** Grows by a trigger with every change of what votes cost or count, also in one of the categories. */
  @Column({ type: 'integer', name: 'pricing_version', insert: false, update: false }) pricingVersion!: number;
  @Column('integer', { name: 'free_votes_per_hour' }) freeVotesPerHour!: number;
  @Column('integer', { name: 'free_votes_per_device' }) freeVotesPerDevice!: number;
  @Column('text') challenge!: ChallengeMode;
  /** Whether numbers must be proven once one network address has given many votes. */
  @Column('boolean', { name: 'address_proof' }) addressProof!: boolean;
  @Column('text') verification!: VerificationLevel;
  @Column('boolean', { name: 'allow_ballot_change' }) allowBallotChange!: boolean;
  /** Ever added to the electorate. */
  @Column('integer', { name: 'electors' }) electors!: number;
  @Column('integer', { name: 'retention_months' }) retentionMonths!: number;
  @Column('text', { nullable: true }) banner!: string | null;
  @Column('text') status!: ContestStatus;
  @Column('boolean', { name: 'show_results' }) showResults!: boolean;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  @Column('timestamptz', { name: 'results_final_at', nullable: true }) resultsFinalAt!: Date | null;
  /** When the provider's list of successes was read for the time up to the end. */
  @Column('timestamptz', { name: 'payments_listed_at', nullable: true }) paymentsListedAt!: Date | null;
  @Column('integer', { name: 'payments_waiting', nullable: true }) paymentsWaiting!: number | null;
  @Column('boolean', { name: 'is_rehearsal' }) isRehearsal!: boolean;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('timestamptz', { name: 'archived_at', nullable: true }) archivedAt!: Date | null;
  @Column('uuid', { name: 'archived_by', nullable: true }) archivedBy!: string | null;
}

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

@Entity('contestants')
export class Contestant {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'category_id' }) categoryId!: string;
  @ManyToOne(() => Category)
  @JoinColumn({ name: 'category_id' })
  category!: Relation<Category>;
  /** The category's contest, repeated here so that votes are checked without a join. */
  @Column('uuid', { name: 'contest_id' }) contestId!: string;
  /** What voters type on a phone, 4 to 6 digits: given by the database, never changed. */
  @Column({ type: 'text', insert: false, update: false, default: () => 'draw_nominee_code()' }) code!: string;
  @Column('text') name!: string;
  @Column('text') bio!: string;
  @Column('text', { nullable: true }) photo!: string | null;
  @Column('integer') order!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('timestamptz', { name: 'archived_at', nullable: true }) archivedAt!: Date | null;
  @Column('uuid', { name: 'archived_by', nullable: true }) archivedBy!: string | null;
}
