import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '@abato/accounts';
import type { ContestantView, ContestantInput } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK, newId } from '@abato/platform';
import { Category } from '../categories/category.entity.js';
import { CategoriesRepository } from '../categories/categories.repository.js';
import { ContestSignals } from '../contests/contest-signals.js';
import { assertNoWaitingCash } from '../contests/waiting-cash.js';
import { PictureService } from '../pictures/picture.service.js';
import { guardResult, isChanged } from '../rules/result-guard.js';
import { sealContest } from '../rules/seal-contest.js';
import { Contestant } from './contestant.entity.js';
import { ContestantsRepository } from './contestants.repository.js';
import { uncountArchived } from './uncount-archived.js';

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
      const archive = await hasVotes(manager, id);
      if (archive) {
        await manager.update(Contestant, { id }, { archivedAt: now, archivedBy: actor.id });
        await uncountArchived(manager, [id], now);
      } else await manager.delete(Contestant, { id });
      await sealContest(manager, contestant.contestId, now);
      await recordAudit(manager, {
        at: now,
        actorUserId: actor.id,
        action: 'contestant.delete',
        subjectType: 'contestant',
        subjectId: id,
        detail: { contestId: contestant.contestId, archived: archive },
      });
      return { contestId: contestant.contestId, orphan: archive ? null : contestant.photo };
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
    if (await hasVotes(manager, contestant.id)) {
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

async function hasVotes(manager: EntityManager, contestantId: string): Promise<boolean> {
  const rows: unknown[] = await manager.query('SELECT 1 FROM votes WHERE contestant_id = $1 LIMIT 1', [
    contestantId,
  ]);
  return rows.length > 0;
}
