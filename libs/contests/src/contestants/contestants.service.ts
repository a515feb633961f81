import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, recordBy } from '@abato/accounts';
import {
  type ContestantInput,
  type ContestantListInput,
  contestantRules,
  type ContestantView,
  type ListedContestant,
  readContestantList,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK, newId } from '@abato/platform';
import { Category, Contestant } from '../contests/contest.entity.js';
import { CategoriesRepository } from '../categories/categories.repository.js';
import { ContestSignals } from '../contests/contest-signals.js';
import { assertNoWaitingCash, hasVotes, uncountArchived } from '../contests/deletion.js';
import { contestantView } from '../contests/views.js';
import { PictureService } from '../pictures/picture.service.js';
import { guardResult, isChanged } from '../rules/result-guard.js';
import { sealContest } from '../rules/seals.js';
import { ContestantsRepository } from './contestants.repository.js';

/** Problems that one answer names: the list is mended by hand. */
const MAX_PROBLEMS = 20;

@Injectable()
export class ContestantsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly contestants: ContestantsRepository,
    private readonly categories: CategoriesRepository,
    private readonly pictures: PictureService,
    private readonly signals: ContestSignals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AppError CATEGORY_NOT_FOUND, NOT_OWNER, RESULT_CLOSED and the refusals of a picture */
  async create(actor: Actor, input: ContestantInput & { photo: Buffer }): Promise<ContestantView> {
    const now = this.clock.now();
    const id = newId();
    const ownCategory = async (manager: EntityManager): Promise<Category> => {
      const category = await this.categories.lockWithContest(manager, actor, input.categoryId);
      await guardResult(manager, category.contestId, 'add-nominee', now);
      return category;
    };
    const contestId = await this.pictures.storeWith(input.photo, {
      check: () => this.transactions.run(({ manager }) => ownCategory(manager)),
      save: (photo) =>
        this.transactions.run(async ({ manager }) => {
          const category = await ownCategory(manager);
          await manager.insert(Contestant, {
            id,
            categoryId: category.id,
            contestId: category.contestId,
            name: input.name,
            bio: input.bio,
            photo: photo ?? null,
            order: input.order ?? 0,
            createdAt: now,
            updatedAt: now,
          });
          await sealContest(manager, category.contestId, this.clock.now());
          return category.contestId;
        }),
    });
    await this.signals.changed(contestId);
    return this.contestants.view(actor, id);
  }

  /**
   * Add all contestants of a list to an own category, in its order after those that are there, without photos (ADR 88). All or none.
   * @throws AppError CATEGORY_NOT_FOUND, NOT_OWNER, VALIDATION_FAILED naming the lines, RESULT_CLOSED
   */
  async addList(actor: Actor, { categoryId, list }: ContestantListInput): Promise<ContestantView[]> {
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

  /** @throws AppError CONTESTANT_NOT_FOUND, NOT_OWNER, CATEGORY_NOT_FOUND, VALIDATION_FAILED, CONFLICT, RESULT_CLOSED */
  async update(
    actor: Actor,
    id: string,
    input: Partial<ContestantInput> & { photo?: Buffer },
  ): Promise<ContestantView> {
    const ownContestant = async (manager: EntityManager): Promise<Contestant> => {
      const contestant = await this.contestants.lockOwn(manager, actor, id);
      if (isInResult(contestant, input))
        await guardResult(manager, contestant.contestId, 'edit-nominee', this.clock.now());
      await this.assertMayMove(manager, actor, contestant, input.categoryId);
      return contestant;
    };
    const before = await this.pictures.storeWith(input.photo, {
      check: () => this.transactions.run(({ manager }) => ownContestant(manager)),
      save: (photo) =>
        this.transactions.run(async ({ manager }) => {
          const contestant = await ownContestant(manager);
          const { categoryId, name, bio, order } = input;
          const now = this.clock.now();
          await manager.update(Contestant, { id }, { categoryId, name, bio, order, photo, updatedAt: now });
          await sealContest(manager, contestant.contestId, now);
          return contestant;
        }),
    });
    if (input.photo) await this.pictures.discard(before.photo);
    await this.signals.changed(before.contestId);
    return this.contestants.view(actor, id);
  }

  /**
   * A contestant with votes is archived, any other really deleted.
   * @throws AppError CONTESTANT_NOT_FOUND, NOT_OWNER, RESULT_CLOSED, CONFLICT while cash waits for a second person
   */
  async delete(actor: Actor, id: string): Promise<void> {
    const { contestId, orphan } = await this.transactions.run(async ({ manager }) => {
      const contestant = await this.contestants.lockOwn(manager, actor, id);
      const now = this.clock.now();
      await guardResult(manager, contestant.contestId, 'delete-nominee', now);
      await assertNoWaitingCash(manager, 'contestant_id', [id]);
      const archived = await hasVotes(manager, 'contestant_id', [id]);
      if (archived) {
        await manager.update(Contestant, { id }, { archivedAt: now, archivedBy: actor.id });
        await uncountArchived(manager, [id], now);
      } else await manager.delete(Contestant, { id });
      await sealContest(manager, contestant.contestId, now);
      const detail = { contestId: contestant.contestId, archived };
      await recordBy(manager, actor, now, 'contestant.delete', ['contestant', id], detail);
      return { contestId: contestant.contestId, orphan: archived ? null : contestant.photo };
    });
    await this.pictures.discard(orphan);
    await this.signals.archived(contestId);
  }

  /** Votes name the category they were cast in: a contestant with votes keeps its category. */
  private async assertMayMove(
    manager: EntityManager,
    actor: Actor,
    contestant: Contestant,
    categoryId: string | undefined,
  ): Promise<void> {
    if (!categoryId || categoryId === contestant.categoryId) return;
    const target = await this.categories.lockOwn(manager, actor, categoryId);
    if (target.contestId !== contestant.contestId) {
      throw AppError.validation([
        { field: 'categoryId', message: 'A contestant cannot move to another contest' },
      ]);
    }
    await assertNoWaitingCash(manager, 'contestant_id', [contestant.id]);
    if (await hasVotes(manager, 'contestant_id', [contestant.id])) {
      throw new AppError('CONFLICT', {
        message: 'This contestant already has votes and cannot change the category.',
      });
    }
  }
}

/** Whether an update changes what a result shows of a nominee. Forms send whole records; the biography may change for ever. */
function isInResult(contestant: Contestant, input: Partial<ContestantInput> & { photo?: Buffer }): boolean {
  const shown = ['name', 'order', 'categoryId'] as const;
  return input.photo !== undefined || shown.some((field) => isChanged(input[field], contestant[field]));
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
