import { Inject, Injectable } from '@nestjs/common';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Actor } from '@abato/accounts';
import {
  ContestDirectory,
  ContestSignals,
  ContestsRepository,
  guardResult,
  ownContest,
} from '@abato/contests';
import {
  type DecideHeldVotes,
  type HeldList,
  type HeldState,
  type HeldVotesDecided,
  type HeldVoteView,
  type HoldReason,
  maskEmail,
  maskPhone,
  type Page,
  type IntakeFigures,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { type Clock, CLOCK, Secrets } from '@abato/platform';
import { Vote } from '../vote.entity.js';
import { decideHeldVotes, readIntakeFigures } from './release-held-votes.js';

/** Votes decided by one transaction: a bound on its locks and on the size of its record. */
const PER_TRANSACTION = 500;
/** Transactions of one call; a client with more to decide calls again. */
const MAX_TRANSACTIONS = 10;

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

/** Votes that were held, as those read them who may see the contest, and decisions about them. */
@Injectable()
export class HeldVotes {
  constructor(
    private readonly contests: ContestsRepository,
    private readonly db: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly directory: ContestDirectory,
    private readonly signals: ContestSignals,
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
    { state, heldFor }: { state: HeldList; heldFor: HoldReason | undefined },
    page: Page,
  ): Promise<{ items: HeldVoteView[]; total: number }> {
    await this.contests.assertVisible(actor, contestId);
    const query = this.db.manager
      .createQueryBuilder(HeldVote, 'held')
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

  /**
   * Release or reject votes. A vote is decided once, also when several requests for it arrive together. Votes that do not wait in this contest
   * (decided before, unknown, of another contest) are left as they are.
   * @throws AppError CONTEST_NOT_FOUND, NOT_OWNER; RESULT_CLOSED once results are final
   */
  async decide(
    actor: Actor,
    contestId: string,
    { decision, reason, ...choice }: DecideHeldVotes,
  ): Promise<HeldVotesDecided> {
    await ownContest(this.directory, actor, contestId);
    let [decided, votes] = [0, 0];
    for (let round = 0; round < MAX_TRANSACTIONS; round++) {
      const done = await this.db.run(async ({ sql }) => {
        const now = this.clock.now();
        await guardResult(sql, contestId, 'decide-held-vote', now);
        const settings = { now, atMost: PER_TRANSACTION, secrets: this.secrets };
        const made = { decision, reason, actorUserId: actor.id };
        return decideHeldVotes(sql, { contestId, ...choice }, made, settings);
      });
      decided += done.length;
      votes += done.reduce((sum, vote) => sum + vote.votes, 0);
      if (done.length < PER_TRANSACTION) break;
    }
    if (decided > 0 && decision === 'RELEASED') await this.signals.recounted(contestId);
    const { held } = await readIntakeFigures(this.db, contestId);
    return { decided, votes, waiting: held.transactions };
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
