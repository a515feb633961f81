import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Repository } from 'typeorm';
import type { Actor } from '@abato/accounts';
import { ContestsRepository } from '@abato/contests';
import {
  type HeldList,
  type HeldState,
  type HeldVoteView,
  type HoldReason,
  maskEmail,
  maskPhone,
  type Page,
  type IntakeFigures,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { Vote } from '../vote.entity.js';
import { readIntakeFigures } from './release-held-votes.js';

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

export interface HeldVoteFilter {
  state: HeldList;
  heldFor: HoldReason | undefined;
}

/** Votes that were held, as those read them who may see the contest. */
@Injectable()
export class HeldVotesRepository {
  constructor(
    @InjectRepository(HeldVote) private readonly heldVotes: Repository<HeldVote>,
    private readonly contests: ContestsRepository,
    private readonly db: Transactions,
  ) {}

  /** @throws AppError CONTEST_NOT_FOUND */
  async intake(actor: Actor, contestId: string): Promise<IntakeFigures> {
    await this.contests.assertVisible(actor, contestId);
    return readIntakeFigures(this.db, contestId);
  }

  /** Newest first, voters masked. */
  async list(
    actor: Actor,
    contestId: string,
    { state, heldFor }: HeldVoteFilter,
    page: Page,
  ): Promise<{ items: HeldVoteView[]; total: number }> {
    await this.contests.assertVisible(actor, contestId);
    const query = this.heldVotes
      .createQueryBuilder('held')
      .innerJoinAndSelect('held.vote', 'vote')
      .innerJoin('visible_contestants', 'visible', 'visible.id = vote.contestantId')
      .where('held.contestId = :contestId', { contestId });
    if (state === 'HELD' || state === 'APPEALED') query.andWhere('held.decision IS NULL');
    else query.andWhere('held.decision = :state', { state });
    if (state === 'APPEALED') query.andWhere('held.appealedAt IS NOT NULL');
    if (heldFor) query.andWhere('held.reason = :heldFor', { heldFor });
    const [votes, counted] = await Promise.all([
      query
        .clone()
        .innerJoinAndSelect('vote.contestant', 'contestant')
        .innerJoinAndSelect('vote.category', 'category')
        .orderBy('held.voteId', 'DESC')
        .offset(page.skip)
        .limit(page.pageSize)
        .getMany(),
      // A clone's joins look at what its origin selects: `query` itself stays as it is.
      query.clone().select('count(*)', 'total').getRawOne<{ total: number }>(),
    ]);
    return { items: votes.map(heldVoteView), total: counted?.total ?? 0 };
  }
}

function heldVoteView(held: HeldVote): HeldVoteView {
  const { vote, reason, decision, heldAt, decidedAt, decisionReason, appealedAt } = held;
  return {
    id: vote.id,
    voterName: vote.voterName,
    voterEmail: vote.voterEmail && maskEmail(vote.voterEmail),
    voterPhone: vote.voterPhone === null ? '' : maskPhone(vote.voterPhone),
    voteCount: vote.voteCount,
    reason,
    state: decision ?? 'HELD',
    heldAt: heldAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    decisionReason,
    appealedAt: appealedAt?.toISOString() ?? null,
    contestant: { name: vote.contestant.name },
    category: { name: vote.category.name },
  };
}
