import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { type Actor, FOREIGN, refusalForForeign, ownerScope } from '@abato/accounts';
import type { CategoryView, ContestantView, Page } from '@abato/contracts';
import { likePattern } from '@abato/database';
import { AppError } from '@abato/platform';
import { readContestants } from '../contestants/contestant-views.js';
import { ContestsRepository } from '../contests/contests.repository.js';
import { categoryPricesShown } from '../contests/public-view.js';
import { closeAndLock } from '../contests/turnstile.js';
import { Category } from './category.entity.js';

export interface CategoryFilter {
  /** null: all owners. */
  ownerId: string | null;
  contestId?: string | undefined;
  search?: string | undefined;
}

@Injectable()
export class CategoriesRepository {
  constructor(
    private readonly source: DataSource,
    private readonly contests: ContestsRepository,
  ) {}

  /** As `list`, of one contest. @throws AppError CONTEST_NOT_FOUND */
  async listOf(actor: Actor, contestId: string, search: string | undefined, page: Page) {
    await this.contests.assertVisible(actor, contestId);
    return this.list({ ownerId: null, contestId, search }, page);
  }

  /** With their contestants; by contest (newest first), then `order`, then name. */
  async list(filter: CategoryFilter, page: Page): Promise<{ items: CategoryView[]; total: number }> {
    const query = this.visible(filter.ownerId);
    if (filter.contestId) {
      query.andWhere('category.contestId = :contestId', { contestId: filter.contestId });
    }
    if (filter.search) {
      query.andWhere('(category.name ILIKE :search OR category.description ILIKE :search)', {
        search: likePattern(filter.search),
      });
    }
    const [categories, total] = await query
      .orderBy('contest.createdAt', 'DESC')
      .addOrderBy('contest.id')
      .addOrderBy('category.order')
      .addOrderBy('category.name')
      .addOrderBy('category.id')
      .offset(page.skip)
      .limit(page.pageSize)
      .getManyAndCount();
    const contestantsOf = await readContestants(
      this.source,
      categories.map((category) => category.id),
    );
    return { items: categories.map((category) => categoryView(category, contestantsOf(category.id))), total };
  }

  /**
   * With its contestants, in their order.
   * @throws AppError CATEGORY_NOT_FOUND, also for one that the actor may not see
   */
  async view(actor: Actor, id: string): Promise<CategoryView> {
    const category = await this.visible(ownerScope(actor)).andWhere('category.id = :id', { id }).getOne();
    if (!category) throw new AppError('CATEGORY_NOT_FOUND');
    const contestantsOf = await readContestants(this.source, [id]);
    return categoryView(category, contestantsOf(id));
  }

  /** @throws AppError CATEGORY_NOT_FOUND */
  async assertVisible(actor: Actor, id: string): Promise<void> {
    const exists = await this.visible(ownerScope(actor)).andWhere('category.id = :id', { id }).getExists();
    if (!exists) throw new AppError('CATEGORY_NOT_FOUND');
  }

  /**
   * The category of a contest of the actor's own, locked until the transaction ends.
   * @throws AppError CATEGORY_NOT_FOUND, NOT_OWNER
   */
  async lockOwn(manager: EntityManager, actor: Actor, id: string): Promise<Category> {
    const visible = () =>
      manager
        .createQueryBuilder(Category, 'category')
        .innerJoin('category.contest', 'contest', 'contest.archivedAt IS NULL')
        .where('category.id = :id AND category.archivedAt IS NULL', { id });
    const category = await visible()
      .andWhere('contest.userId = :owner', { owner: actor.id })
      .setLock('pessimistic_write', undefined, ['category'])
      .getOne();
    if (category) return category;
    throw await refusalForForeign(actor, 'CATEGORY_NOT_FOUND', FOREIGN.manageContest, () =>
      visible().getExists(),
    );
  }

  /** The same with its contest, which is locked before the category: in this order everything else locks them. */
  async lockWithContest(manager: EntityManager, actor: Actor, id: string): Promise<Category> {
    await closeAndLock(manager, actor.id, id, '(SELECT contest_id FROM categories WHERE id = $1::uuid)');
    return this.lockOwn(manager, actor, id);
  }

  private visible(ownerId: string | null): SelectQueryBuilder<Category> {
    const query = this.source
      .createQueryBuilder(Category, 'category')
      .innerJoinAndSelect('category.contest', 'contest', 'contest.archivedAt IS NULL')
      .where('category.archivedAt IS NULL');
    return ownerId ? query.andWhere('contest.userId = :ownerId', { ownerId }) : query;
  }
}

function categoryView(category: Category, contestants: ContestantView[]): CategoryView {
  return {
    id: category.id,
    contestId: category.contestId,
    name: category.name,
    description: category.description,
    order: category.order,
    ...categoryPricesShown(category),
    contest: { title: category.contest.title },
    contestants,
    _count: {
      contestants: contestants.length,
      votes: contestants.reduce((sum, { voteCount }) => sum + voteCount, 0),
    },
  };
}
