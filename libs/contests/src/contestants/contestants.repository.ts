import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { type Actor, FOREIGN, ownerScope } from '@abato/accounts';
import {
  cedisFromPesewas,
  type ContestantStats,
  type ContestantView,
  type Page,
  percentage,
  ranks,
} from '@abato/contracts';
import { rowsOfPage, searchIn } from '@abato/database';
import { AppError } from '@abato/platform';
import { CategoriesRepository, readFigures } from '../categories/categories.repository.js';
import { type ListFilter, lockOwned } from '../contests/owned-rows.js';
import { closeAndLock } from '../contests/turnstile.js';
import { CONTESTANT_ORDER, contestantViews } from '../contests/views.js';
import { Contestant } from '../contests/contest.entity.js';

@Injectable()
export class ContestantsRepository {
  constructor(
    private readonly source: DataSource,
    private readonly categories: CategoriesRepository,
  ) {}

  /** As `list`, of one category. @throws AppError CATEGORY_NOT_FOUND */
  async listOf(actor: Actor, categoryId: string, search: string | undefined, page: Page) {
    await this.categories.assertVisible(actor, categoryId);
    return this.list({ ownerId: null, categoryId, search }, page);
  }

  /** By `order`, then name. */
  async list(
    filter: ListFilter & { categoryId?: string | undefined },
    page: Page,
  ): Promise<{ items: ContestantView[]; total: number }> {
    const query = this.visible(filter.ownerId);
    if (filter.categoryId) {
      query.andWhere('contestant.categoryId = :categoryId', { categoryId: filter.categoryId });
    }
    searchIn(query, filter.search, 'contestant.name', 'contestant.bio');
    const [contestants, total] = await rowsOfPage(query.orderBy(CONTESTANT_ORDER), page);
    return { items: await contestantViews(this.source, contestants), total };
  }

  /** @throws AppError CONTESTANT_NOT_FOUND, also for one that the actor may not see */
  async view(actor: Actor, id: string): Promise<ContestantView> {
    const contestants = await this.visible(ownerScope(actor))
      .andWhere('contestant.id = :id', { id })
      .getMany();
    const [view] = await contestantViews(this.source, contestants);
    if (!view) throw new AppError('CONTESTANT_NOT_FOUND');
    return view;
  }

  /** Rank and share are within the contestant's category. @throws AppError CONTESTANT_NOT_FOUND */
  async stats(actor: Actor, id: string): Promise<ContestantStats> {
    const { categoryId } = await this.view(actor, id);
    const rows = await readFigures(this.source, categoryId);
    const own = rows.find((row) => row.id === id);
    const total = rows.reduce((votes, row) => votes + row.votes, 0);
    return {
      totalVotes: own?.votes ?? 0,
      totalTransactions: own?.transactions ?? 0,
      totalRevenue: cedisFromPesewas(own?.amount ?? 0),
      rank: ranks(rows).get(id) ?? 1,
      categoryPercentage: percentage(own?.votes ?? 0, total),
    };
  }

  /**
   * The contestant in a contest of the actor's own, both locked until the transaction ends: no vote can be written meanwhile.
   * @throws AppError CONTESTANT_NOT_FOUND, NOT_OWNER
   */
  async lockOwn(manager: EntityManager, actor: Actor, id: string): Promise<Contestant> {
    await closeAndLock(manager, actor.id, id, '(SELECT contest_id FROM contestants WHERE id = $1::uuid)');
    const live = manager
      .createQueryBuilder(Contestant, 'contestant')
      .innerJoin('contestant.category', 'category', 'category.archivedAt IS NULL')
      .innerJoin('category.contest', 'contest', 'contest.archivedAt IS NULL')
      .where('contestant.id = :id AND contestant.archivedAt IS NULL', { id });
    return lockOwned(live, actor, 'contest.userId', 'CONTESTANT_NOT_FOUND', FOREIGN.manageContest);
  }

  private visible(ownerId: string | null): SelectQueryBuilder<Contestant> {
    const query = this.source
      .createQueryBuilder(Contestant, 'contestant')
      .innerJoin('contestant.category', 'category', 'category.archivedAt IS NULL')
      .innerJoin('category.contest', 'contest', 'contest.archivedAt IS NULL')
      .where('contestant.archivedAt IS NULL');
    return ownerId ? query.andWhere('contest.userId = :ownerId', { ownerId }) : query;
  }
}
