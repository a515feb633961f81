import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@abato/accounts';
import {
  type ContestantListInput,
  type ContestantView,
  type ListedContestant,
  contestantRules,
  readContestantList,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK, newId } from '@abato/platform';
import { CategoriesRepository } from '../categories/categories.repository.js';
import { ContestSignals } from '../contests/contest-signals.js';
import { guardResult } from '../rules/result-guard.js';
import { sealContest } from '../rules/seal-contest.js';
import { contestantView } from './contestant-views.js';
import { Contestant } from './contestant.entity.js';

/** Problems that one answer names: the list is mended by hand. */
const MAX_PROBLEMS = 20;

/** Contestants from a pasted list (ADR 88). */
@Injectable()
export class ListContestantsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly categories: CategoriesRepository,
    private readonly signals: ContestSignals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Add all contestants of a list to an own category, in its order after those that are there, without photos. All or none.
   * @throws AppError CATEGORY_NOT_FOUND, NOT_OWNER, VALIDATION_FAILED naming the lines, RESULT_CLOSED
   */
  async add(actor: Actor, { categoryId, list }: ContestantListInput): Promise<ContestantView[]> {
    const { contestants, problems } = readContestantList(list);
    const { contestId, rows } = await this.transactions.run(async ({ manager }) => {
      const category = await this.categories.lockWithContest(manager, actor, categoryId);
      const now = this.clock.now();
      await guardResult(manager, category.contestId, 'add-nominee', now);
      if (problems.length) throw refused(problems);
      const { names, last } = await readExisting(manager, categoryId);
      assertNew(contestants, names);
      const added = contestants.map(({ name, bio }, index) =>
        manager.create(Contestant, {
          id: newId(),
          categoryId,
          contestId: category.contestId,
          name,
          bio,
          photo: null,
          order: Math.min(last + 1 + index, contestantRules.order.max[0]),
          createdAt: now,
          updatedAt: now,
        }),
      );
      await manager.insert(Contestant, added);
      await sealContest(manager, category.contestId, now);
      return { contestId: category.contestId, rows: added };
    });
    await this.signals.changed(contestId);
    return rows.map((row) => contestantView(row, 0));
  }
}

/** Names in small letters, and the highest order; -1 in an empty category. */
async function readExisting(
  manager: EntityManager,
  categoryId: string,
): Promise<{ names: Set<string>; last: number }> {
  const existing = await manager
    .createQueryBuilder(Contestant, 'contestant')
    .where('contestant.categoryId = :categoryId AND contestant.archivedAt IS NULL', { categoryId })
    .getMany();
  return {
    names: new Set(existing.map(({ name }) => name.toLowerCase())),
    last: Math.max(-1, ...existing.map(({ order }) => order)),
  };
}

/** A list that is sent twice must not double a category. */
function assertNew(contestants: ListedContestant[], names: Set<string>): void {
  const known = contestants.filter(({ name }) => names.has(name.toLowerCase()));
  if (known.length) {
    throw refused(known.map(({ line, name }) => `Line ${line}: ${name} is in this category already`));
  }
}

function refused(problems: string[]): AppError {
  return AppError.validation(problems.slice(0, MAX_PROBLEMS).map((message) => ({ field: 'list', message })));
}
