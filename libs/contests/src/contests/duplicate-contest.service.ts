import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '@abato/accounts';
import { contestTextsOf, contestRules, type ContestView, copiedSettings } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { type Clock, CLOCK, newId } from '@abato/platform';
import { addCategories } from '../categories/add-categories.js';
import { Category } from '../categories/category.entity.js';
import { Contestant } from '../contestants/contestant.entity.js';
import { Contest } from './contest.entity.js';
import { ContestsRepository } from './contests.repository.js';

const WEEK_MS = 7 * 86_400_000;
const COPY = ' (copy)';

/** A contest as the beginning of another one (ADR 88). */
@Injectable()
export class DuplicateContestService {
  constructor(
    private readonly transactions: Transactions,
    private readonly contests: ContestsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A draft with the texts, settings, categories and contestants of an own contest, in one transaction. It has no votes, payments or
   * results, and no windows, which belong to its evening; pictures are shared. Dates of a contest that has ended move by whole weeks into the future.
   * @throws AppError CONTEST_NOT_FOUND, NOT_OWNER
   */
  async duplicate(actor: Actor, id: string): Promise<ContestView> {
    const copyId = newId();
    await this.transactions.run(async ({ manager }) => {
      const contest = await this.contests.lockOwn(manager, actor, id);
      const now = this.clock.now();
      await manager.insert(Contest, {
        id: copyId,
        userId: actor.id,
        hostId: contest.hostId,
        ...contestTextsOf(contest),
        title: copyTitle(contest.title),
        ...copiedSettings(contest),
        ...movedDates(contest, now),
        electors: 0,
        banner: contest.banner,
        status: 'DRAFT',
        isRehearsal: false,
        createdAt: now,
        updatedAt: now,
      });
      await addCategories(manager, copyId, await readCategories(manager, id), now);
      await recordAudit(manager, {
        at: now,
        actorUserId: actor.id,
        action: 'contest.duplicate',
        subjectType: 'contest',
        subjectId: copyId,
        detail: { from: id },
      });
    });
    return this.contests.view(actor, copyId);
  }
}

/** Pictures are shared. */
async function readCategories(manager: EntityManager, contestId: string) {
  const categories = await manager
    .createQueryBuilder(Category, 'category')
    .where('category.contestId = :contestId AND category.archivedAt IS NULL', { contestId })
    .getMany();
  // Locked until the copies are written: a photo that is replaced meanwhile would be removed from the store.
  const contestants = await manager
    .createQueryBuilder(Contestant, 'contestant')
    .where('contestant.contestId = :contestId AND contestant.archivedAt IS NULL', { contestId })
    .setLock('pessimistic_read')
    .orderBy('contestant.id')
    .getMany();
  return categories.map(({ id, name, description, order, votePricePesewas, bundles }) => ({
    name,
    description,
    order,
    votePricePesewas,
    bundles,
    contestants: contestants
      .filter(({ categoryId }) => categoryId === id)
      .map(({ name: of, bio, photo, order: place }) => ({ name: of, bio, photo, order: place })),
  }));
}

/** Within the longest title. */
function copyTitle(title: string): string {
  return title.slice(0, (contestRules.title.maxLength ?? title.length) - COPY.length).trimEnd() + COPY;
}

/** The dates of the copy: the same ones, or the first in whole weeks of which the start is in the future. */
function movedDates(
  { startDate, endDate }: Pick<Contest, 'startDate' | 'endDate'>,
  now: Date,
): Pick<Contest, 'startDate' | 'endDate'> {
  if (endDate > now) return { startDate, endDate };
  const weeks = Math.floor((now.getTime() - startDate.getTime()) / WEEK_MS) + 1;
  const moved = (date: Date) => new Date(date.getTime() + weeks * WEEK_MS);
  return { startDate: moved(startDate), endDate: moved(endDate) };
}
