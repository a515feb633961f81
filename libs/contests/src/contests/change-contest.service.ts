import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { type Actor, FOREIGN, recordBy } from '@abato/accounts';
import {
  type ContestPatch,
  type ContestStatus,
  type ContestTexts,
  contestTextsOf,
  type ContestView,
  keptSettings,
  settingRows,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError } from '@abato/platform';
import { Contest, Contestant } from './contest.entity.js';
import { HostsRepository } from '../hosts/hosts.repository.js';
import { assertMayChangeResult, isChanged } from '../rules/result-guard.js';
import { assertNoOwnPrices, assertOrder, assertPrices } from '../rules/price-rules.js';
import { sealContest } from '../rules/seals.js';
import { pictureChange, PictureService } from '../pictures/picture.service.js';
import { ContestSignals } from './contest-signals.js';
import { assertReasonGiven, type ContestChange, ContestRules, forgetPassedEnd } from './contest-rules.js';
import { ContestsRepository } from './contests.repository.js';
import { assertNoWaitingCash, hasVotes } from './deletion.js';

/** Changes and deletes contests: fields, status, pause, shown results. Votes already cast are never touched. */
@Injectable()
export class ChangeContestService {
  constructor(
    private readonly transactions: Transactions,
    private readonly contests: ContestsRepository,
    private readonly hosts: HostsRepository,
    private readonly pictures: PictureService,
    private readonly signals: ContestSignals,
    private readonly rules: ContestRules,
  ) {}

  /**
   * @throws AppError CONTEST_NOT_FOUND, NOT_OWNER, HOST_NOT_FOUND, VALIDATION_FAILED, INVALID_TRANSITION, RESULT_CLOSED, CONTEST_INCOMPLETE,
   *   SETTLEMENT_ACCOUNT_REQUIRED
   */
  async update(
    actor: Actor,
    id: string,
    input: ContestPatch & { banner?: Buffer | null },
  ): Promise<ContestView> {
    const picture = pictureChange(input.banner, input.removeBanner);
    const before = await this.pictures.storeWith(picture, {
      check: () => this.transactions.run(({ manager }) => this.plan(manager, actor, id, input)),
      save: (banner) =>
        this.transactions.run(async ({ manager }) => {
          const { contest, change } = await this.plan(manager, actor, id, input);
          const texts = contestTextsOf(input);
          await this.write(manager, actor, contest, change, {
            texts: { ...texts, hostId: input.hostId, banner },
            reason: input.amendmentReason,
          });
          return contest;
        }),
    });
    if (picture !== undefined) await this.pictures.discard(before.banner);
    await this.signals.changed(id);
    return this.contests.view(actor, id);
  }

  /** Activate a draft within the transaction that creates it; what comes after the commit is the caller's. @throws AppError as `update` */
  async activate(manager: EntityManager, actor: Actor, id: string): Promise<void> {
    const { contest, change } = await this.plan(manager, actor, id, { status: 'ACTIVE' });
    await this.write(manager, actor, contest, change);
  }

  now(): Date {
    return this.rules.now();
  }

  /** ACTIVE becomes PAUSED and the other way round. @throws AppError RESULT_CLOSED after the end, INVALID_TRANSITION for a draft */
  async togglePause(actor: Actor, id: string): Promise<ContestView> {
    return this.toggle(actor, id, (contest) => {
      assertMayChangeResult(contest, 'pause-or-resume', this.rules.now());
      if (contest.status !== 'ACTIVE' && contest.status !== 'PAUSED') {
        throw new AppError('INVALID_TRANSITION', {
          message: 'Only an active or paused contest can be paused or resumed.',
        });
      }
      return { status: contest.status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE' };
    });
  }

  /** @throws AppError RESULT_CLOSED for hiding them after the end */
  async toggleResults(actor: Actor, id: string): Promise<ContestView> {
    return this.toggle(actor, id, (contest) => {
      if (contest.showResults) assertMayChangeResult(contest, 'hide-results', this.rules.now());
      return { showResults: !contest.showResults };
    });
  }

  /**
   * A contest without votes is really deleted, with categories and contestants. One that votes point to is archived:
   * gone for every reader, kept in the books. The contest's lock keeps a vote from slipping in between.
   * @throws AppError CONTEST_NOT_FOUND, NOT_OWNER, RESULT_CLOSED, CONFLICT while cash waits for a second person
   */
  async delete(actor: Actor, id: string): Promise<void> {
    const orphans = await this.transactions.run(async ({ manager }) => {
      const contest = await this.contests.lockOwn(manager, actor, id, FOREIGN.deleteContest);
      const archived = await hasVotes(manager, 'contest_id', [id]);
      const now = this.rules.now();
      if (archived) assertMayChangeResult(contest, 'delete-contest', now);
      await assertNoWaitingCash(manager, 'contest_id', [id]);
      const pictured = archived
        ? []
        : await manager.findBy(Contestant, { contestId: id, photo: Not(IsNull()) });
      if (archived) await manager.update(Contest, { id }, { archivedAt: now, archivedBy: actor.id });
      else await manager.delete(Contest, { id });
      const detail = { archived, hostId: contest.hostId };
      await recordBy(manager, actor, now, 'contest.delete', ['contest', id], detail);
      return archived ? [] : [contest.banner, ...pictured.map(({ photo }) => photo)];
    });
    for (const path of orphans) await this.pictures.discard(path);
    await this.signals.changed(id);
  }

  private async toggle(
    actor: Actor,
    id: string,
    decide: (contest: Contest) => ContestChange,
  ): Promise<ContestView> {
    await this.transactions.run(async ({ manager }) => {
      const contest = await this.contests.lockOwn(manager, actor, id);
      await this.write(manager, actor, contest, decide(contest));
    });
    await this.signals.changed(id);
    return this.contests.view(actor, id);
  }

  /** Lock the contest and decide what an update changes; writes nothing. */
  private async plan(
    manager: EntityManager,
    actor: Actor,
    id: string,
    input: ContestPatch,
  ): Promise<{ contest: Contest; change: ContestChange }> {
    const contest = await this.contests.lockOwn(manager, actor, id);
    if (isChanged(input.title, contest.title)) assertMayChangeResult(contest, 'edit-title', this.rules.now());
    if (input.hostId && input.hostId !== contest.hostId) {
      await this.hosts.lockOwn(manager, actor, input.hostId, FOREIGN.manageContest);
      this.rules.assertMayMove(contest);
    }
    const change = {
      ...keptSettings(input, contest),
      ...(await this.rules.statusChange(manager, contest, input)),
    };
    assertOrder(change);
    const isExtended = this.rules.assertAllowed(contest, change, input.amendmentReason);
    if (isExtended) {
      const status = contest.status === 'PAUSED' ? 'PAUSED' : 'ACTIVE';
      Object.assign(change, { status, endedAt: null, paymentsWaiting: null });
    }
    assertPrices(change);
    await assertReasonGiven(manager, contest, change, input.amendmentReason);
    if (change.votePricePesewas === 0 && contest.votePricePesewas > 0)
      await assertNoOwnPrices(manager, contest.id);
    if (startsToTakeMoney(contest, change))
      await this.hosts.assertPayable(manager, input.hostId ?? contest.hostId, this.rules.now());
    return { contest, change };
  }

  private async write(
    manager: EntityManager,
    actor: Actor,
    contest: Contest,
    change: ContestChange,
    { texts = {}, reason }: Written = {},
  ): Promise<void> {
    const now = this.rules.now();
    await manager.update(Contest, { id: contest.id }, { ...texts, ...change, updatedAt: now });
    if (change.endedAt === null) await forgetPassedEnd(manager, contest.id);
    await sealContest(manager, contest.id, now, reason);
    const detail = differences(contest, { ...change, hostId: texts.hostId });
    if (detail) await recordBy(manager, actor, now, 'contest.change', ['contest', contest.id], detail);
  }
}

/** What is written beside what decides about votes and money. @property reason why sealed rules change */
interface Written {
  texts?: Partial<ContestTexts & Pick<Contest, 'hostId' | 'banner'>>;
  reason?: string | undefined;
}

/** What decides about votes and money is recorded with its value before and after. */
function differences(
  contest: Contest,
  change: ContestChange & { hostId?: string | undefined },
): Record<string, unknown> | null {
  const shown = (of: typeof change): [string, unknown][] => [
    ['hostId', of.hostId],
    ['status', of.status],
    ...settingRows.map(({ name, property, show }): [string, unknown] => {
      const value = of[property] === undefined ? undefined : show(of[property]);
      return [name, Array.isArray(value) ? JSON.stringify(value) : value];
    }),
  ];
  const old = Object.fromEntries(shown(contest));
  const changed = shown(change).filter(([field, value]) => value !== undefined && value !== old[field]);
  return changed.length
    ? Object.fromEntries(changed.map(([field, to]) => [field, { from: old[field], to }]))
    : null;
}

/** From this change on voters pay. A contest that takes money already goes on. */
function startsToTakeMoney(contest: Contest, change: ContestChange): boolean {
  const isOpen = (status: ContestStatus): boolean => status === 'ACTIVE' || status === 'PAUSED';
  const takes = isOpen(change.status ?? contest.status) && (change.votePricePesewas ?? 0) > 0;
  const took = isOpen(contest.status) && contest.votePricePesewas > 0;
  return takes && !took;
}
