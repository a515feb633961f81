import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type pg from 'pg';
import { MoreThan, Repository } from 'typeorm';
import { type Actor, deciderScope, recordAudit } from '@abato/accounts';
import {
  MOST_REHEARSED_CONTESTANTS,
  type Page,
  type RehearsalPlan,
  type RehearsalView,
  type StartRehearsalInput,
} from '@abato/contracts';
import { poolOf } from '@abato/database';
import { Queues } from '@abato/jobs';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT, newId } from '@abato/platform';
import { limitRefusal, limitsOf } from './limits.js';
import { archiveRehearsal } from './load/index.mjs';
import { LAST_HOURS, readOtherContests } from './other-contests.js';
import { Rehearsal } from './rehearsal.entity.js';
import {
  type ContestSize,
  countContestsNear,
  endDead,
  insertRehearsal,
  isBusy,
  listRehearsals,
  type RehearsalFilter,
  requestStop,
  sizeOfContest,
} from './rehearsals.repository.js';

/** A contest that opens within this time counts as near: its voters must not meet the load unexpectedly. */
const NEAR_HOURS = 12;
const DAY_MS = 24 * 3_600_000;
/** Of a rehearsal that names no contest. */
const USUAL_SIZE: ContestSize = { categories: 4, contestants: 50 };

/** Asking for dress rehearsals, reading and stopping them (ADR 157). Workers make the load. */
@Injectable()
export class RehearsalsService {
  private readonly pool: pg.Pool;

  constructor(
    @InjectRepository(Rehearsal) private readonly rehearsals: Repository<Rehearsal>,
    private readonly queues: Queues,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.pool = poolOf(rehearsals.manager.connection);
  }

  /** What an actor may ask for now. */
  async plan(actor: Actor): Promise<RehearsalPlan> {
    const now = this.clock.now();
    return {
      limits: limitsOf(actor, this.env),
      isBusy: await isBusy(this.rehearsals, now),
      othersVote: await this.othersVote(actor, now),
      contestsNear: await countContestsNear(this.pool, now, near(now)),
      hours: NEAR_HOURS,
    };
  }

  /**
   * Order a rehearsal. A worker takes it within seconds.
   * @throws AppError VALIDATION_FAILED above the actor's limits; FORBIDDEN when organisers may start none; CONTEST_NOT_FOUND, also for
   *   another organiser's; RATE_LIMITED for an organiser who started many today; CONFLICT while another one runs, for an organiser while others'
   *   contests have voters, and unconfirmed when real voters are near
   */
  async start(actor: Actor, input: StartRehearsalInput): Promise<RehearsalView> {
    const now = this.clock.now();
    const refusal = limitRefusal(input, limitsOf(actor, this.env));
    if (refusal) throw refusal;
    const size = await this.sizeOf(actor, input.contestId);
    const id = newId();
    for (const contestId of await endDead(this.pool, now)) await archiveRehearsal(this.pool, contestId);
    await this.expectQuota(actor, now);
    if (await this.othersVote(actor, now)) throw othersVote();
    await this.askForConfirmation(input, now);
    await this.rehearsals.manager.transaction(async (manager) => {
      const of = { id, loadContestId: newId(), requestedBy: actor.id, size, now };
      if (!(await insertRehearsal(manager, of, input))) throw busy();
      const { contestId, votesPerSecond, viewers, minutes, shape } = input;
      await recordAudit(manager, {
        at: now,
        actorUserId: actor.id,
        action: 'rehearsal.start',
        subjectType: 'rehearsal',
        subjectId: id,
        detail: { ...(contestId && { contestId }), votesPerSecond, viewers, minutes, shape },
      });
    });
    // Lost, it is a delay: workers look for what waits.
    await this.queues
      .poke('rehearsals', 'run', { rehearsalId: id }, `rehearsal:${id}`)
      .catch(() => undefined);
    return this.read(actor, id);
  }

  /** Newest first. */
  async list(filter: RehearsalFilter, page: Page): Promise<{ items: RehearsalView[]; total: number }> {
    return listRehearsals(this.pool, filter, page, this.clock.now());
  }

  /** @throws AppError NOT_FOUND, also for another organiser's */
  async read(actor: Actor, id: string): Promise<RehearsalView> {
    const filter = { id, ownerId: deciderScope(actor) };
    const { items } = await listRehearsals(this.pool, filter, { skip: 0, pageSize: 1 }, this.clock.now());
    if (!items[0]) throw new AppError('NOT_FOUND');
    return items[0];
  }

  /**
   * End a rehearsal early: what it has measured until then is kept.
   * @throws AppError NOT_FOUND, also for another organiser's; CONFLICT when it has ended
   */
  async stop(actor: Actor, id: string): Promise<RehearsalView> {
    const now = this.clock.now();
    const { contest } = await this.read(actor, id);
    await this.rehearsals.manager.transaction(async (manager) => {
      if (!(await requestStop(manager, id, now))) {
        throw new AppError('CONFLICT', { message: 'This rehearsal has already ended.' });
      }
      await recordAudit(manager, {
        at: now,
        actorUserId: actor.id,
        action: 'rehearsal.stop',
        subjectType: 'rehearsal',
        subjectId: id,
        detail: contest ? { contestId: contest.id } : {},
      });
    });
    return this.read(actor, id);
  }

  private async sizeOf(actor: Actor, contestId: string | undefined): Promise<ContestSize> {
    const ownerId = deciderScope(actor);
    if (!contestId) {
      if (ownerId === null) return USUAL_SIZE;
      throw AppError.validation([{ field: 'contestId', message: 'Choose one of your contests' }]);
    }
    const size = await sizeOfContest(this.pool, contestId, ownerId);
    if (!size) throw new AppError('CONTEST_NOT_FOUND');
    if (size.contestants === 0) {
      throw AppError.validation([{ field: 'contestId', message: 'This contest has no contestants yet' }]);
    }
    const contestants = Math.min(size.contestants, MOST_REHEARSED_CONTESTANTS);
    return { contestants, categories: Math.min(size.categories, contestants) };
  }

  private async expectQuota(actor: Actor, now: Date): Promise<void> {
    const ownerId = deciderScope(actor);
    if (ownerId === null) return;
    const most = this.env.REHEARSAL_ORGANISER_PER_DAY;
    const createdAt = MoreThan(new Date(now.getTime() - DAY_MS));
    const newest = await this.rehearsals.find({
      select: { id: true, createdAt: true },
      where: { requestedBy: ownerId, createdAt },
      order: { createdAt: 'DESC' },
      take: most,
    });
    const oldest = newest[most - 1];
    if (!oldest) return;
    const againMs = oldest.createdAt.getTime() + DAY_MS - now.getTime();
    throw new AppError('RATE_LIMITED', {
      message: `You can start at most ${most} rehearsals within 24 hours.`,
      retryAfter: Math.max(1, Math.ceil(againMs / 1000)),
    });
  }

  /** Whether voters of other organisers keep this actor from making a load. */
  private async othersVote(actor: Actor, now: Date): Promise<boolean> {
    const ownerId = deciderScope(actor);
    if (ownerId === null) return false;
    const others = await readOtherContests(
      this.pool,
      ownerId,
      this.env.REHEARSAL_ORGANISER_QUIET_MINUTES,
      now,
    );
    return others.voting > 0;
  }

  private async askForConfirmation(input: StartRehearsalInput, now: Date): Promise<void> {
    if (input.confirmed || !(await countContestsNear(this.pool, now, near(now)))) return;
    throw new AppError('CONFLICT', {
      message: `Contests with real voters are open, or open within ${NEAR_HOURS} hours. Confirm that the load is made all the same.`,
    });
  }
}

function near(now: Date): Date {
  return new Date(now.getTime() + NEAR_HOURS * 3_600_000);
}

function othersVote(): AppError {
  return new AppError('CONFLICT', {
    message: `Contests of other organisers have voters now, or end within ${LAST_HOURS} hours. Rehearse later, or ask a super admin to do it.`,
  });
}

function busy(): AppError {
  return new AppError('CONFLICT', { message: 'Another rehearsal is running. One runs at a time.' });
}
