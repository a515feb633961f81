import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { type Actor, FOREIGN, ownerScope } from '@abato/accounts';
import {
  type CategoryStats,
  type CategoryView,
  cedisFromPesewas,
  type ContestantView,
  type Page,
} from '@abato/contracts';
import { rowsOfPage, searchIn } from '@abato/database';
import { AppError } from '@abato/platform';
import { ContestsRepository } from '../contests/contests.repository.js';
import { type ListFilter, lockOwned } from '../contests/owned-rows.js';
import { closeAndLock } from '../contests/turnstile.js';
import { CATEGORY_ORDER, categoryView, readContestants } from '../contests/views.js';
import { Category } from '../contests/contest.entity.js';

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
  async list(
    filter: ListFilter & { contestId?: string | undefined },
    page: Page,
  ): Promise<{ items: CategoryView[]; total: number }> {
    const query = this.visible(filter.ownerId);
    if (filter.contestId) {
      query.andWhere('category.contestId = :contestId', { contestId: filter.contestId });
    }
    searchIn(query, filter.search, 'category.name', 'category.description');
    query.orderBy({ 'contest.createdAt': 'DESC', 'contest.id': 'ASC', ...CATEGORY_ORDER });
    const [categories, total] = await rowsOfPage(query, page);
    const contestantsOf = await readContestants(this.source, categories);
    return { items: categories.map((category) => viewOf(category, contestantsOf(category.id))), total };
  }

  /**
   * With its contestants, in their order.
   * @throws AppError CATEGORY_NOT_FOUND, also for one that the actor may not see
   */
  async view(actor: Actor, id: string): Promise<CategoryView> {
    const category = await this.visible(ownerScope(actor)).andWhere('category.id = :id', { id }).getOne();
    if (!category) throw new AppError('CATEGORY_NOT_FOUND');
    const contestantsOf = await readContestants(this.source, [category]);
    return viewOf(category, contestantsOf(id));
  }

  /** From tallies only. @throws AppError CATEGORY_NOT_FOUND */
  async stats(actor: Actor, id: string): Promise<CategoryStats> {
    await this.assertVisible(actor, id);
    const rows = await readFigures(this.source, id);
    const sum = (figure: keyof ContestantFigures): number =>
      rows.reduce((total, row) => total + row[figure], 0);
    return {
      totalContestants: rows.length,
      totalVotes: sum('votes'),
      totalTransactions: sum('transactions'),
      totalRevenue: cedisFromPesewas(sum('amount')),
    };
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
    const live = manager
      .createQueryBuilder(Category, 'category')
      .innerJoin('category.contest', 'contest', 'contest.archivedAt IS NULL')
      .where('category.id = :id AND category.archivedAt IS NULL', { id });
    return lockOwned(live, actor, 'contest.userId', 'CATEGORY_NOT_FOUND', FOREIGN.manageContest);
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

function viewOf(category: Category, contestants: ContestantView[]): CategoryView {
  return { ...categoryView(category, contestants), contest: { title: category.contest.title } };
}

interface ContestantFigures {
  votes: number;
  transactions: number;
  amount: number;
}

/** What each live contestant of a category has received, from tallies only; amounts in pesewas. */
export async function readFigures(
  source: DataSource,
  categoryId: string,
): Promise<(ContestantFigures & { id: string })[]> {
  return source.query(
    `SELECT p.id, coalesce(t.votes, 0) AS votes, coalesce(t.transactions, 0) AS transactions,
       coalesce(t.amount_pesewas, 0) AS amount
     FROM visible_contestants p LEFT JOIN contestant_tallies t ON t.contestant_id = p.id
     WHERE p.category_id = $1`,
    [categoryId],
  );
}
