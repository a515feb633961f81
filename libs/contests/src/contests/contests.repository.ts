import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { type Actor, FOREIGN, ownerScope } from '@abato/accounts';
import {
  cedisFromPesewas,
  type ContestStats,
  type ContestStatus,
  type ContestView,
  type Page,
} from '@abato/contracts';
import { rowsOfPage, searchIn } from '@abato/database';
import { AppError } from '@abato/platform';
import { Category, Contest } from './contest.entity.js';
import { type ListFilter, lockOwned } from './owned-rows.js';
import { closeTurnstile } from './turnstile.js';
import { CATEGORY_ORDER, categoryView, contestSizes, contestView, readContestants } from './views.js';

interface ContestFilter extends ListFilter {
  status?: ContestStatus | undefined;
  hostId?: string | undefined;
}

@Injectable()
export class ContestsRepository {
  constructor(private readonly source: DataSource) {}

  /** Newest first. */
  async list(filter: ContestFilter, page: Page): Promise<{ items: ContestView[]; total: number }> {
    const query = this.visible(filter.ownerId).andWhere('NOT contest.isRehearsal');
    if (filter.status) query.andWhere('contest.status = :status', { status: filter.status });
    if (filter.hostId) query.andWhere('contest.hostId = :hostId', { hostId: filter.hostId });
    searchIn(query, filter.search, 'contest.title', 'contest.description', 'host.name');
    query.orderBy({ 'contest.createdAt': 'DESC', 'contest.id': 'ASC' });
    const [contests, total] = await rowsOfPage(query, page);
    const sizes = await contestSizes(this.source, contests);
    return { items: contests.map((contest) => contestView(contest, sizes(contest.id))), total };
  }

  /**
   * With its categories and their contestants, in their order.
   * @throws AppError CONTEST_NOT_FOUND, also for one that the actor may not see
   */
  async view(actor: Actor, id: string): Promise<ContestView> {
    const contest = await this.visible(ownerScope(actor)).andWhere('contest.id = :id', { id }).getOne();
    if (!contest) throw new AppError('CONTEST_NOT_FOUND');
    const categories = await this.source
      .createQueryBuilder(Category, 'category')
      .where('category.contestId = :id AND category.archivedAt IS NULL', { id })
      .orderBy(CATEGORY_ORDER)
      .getMany();
    const [sizes, contestantsOf] = await Promise.all([
      contestSizes(this.source, [{ id }]),
      readContestants(this.source, categories),
    ]);
    const views = categories.map((category) => categoryView(category, contestantsOf(category.id)));
    return contestView(contest, sizes(id), views);
  }

  /** Votes and transactions are those that readers see; revenue is the money received (ADR 20). @throws AppError CONTEST_NOT_FOUND */
  async stats(actor: Actor, id: string): Promise<ContestStats> {
    await this.assertVisible(actor, id);
    const [sizes, tallies] = await Promise.all([
      contestSizes(this.source, [{ id }]),
      this.source.query<{ transactions: number; amount_pesewas: number }[]>(
        `SELECT coalesce(sum(t.transactions), 0)::bigint AS transactions,
           coalesce((SELECT amount_pesewas FROM contest_tallies WHERE contest_id = $1), 0) AS amount_pesewas
         FROM visible_contestants p JOIN contestant_tallies t ON t.contestant_id = p.id WHERE p.contest_id = $1`,
        [id],
      ),
    ]);
    const { categories, contestants, votes } = sizes(id);
    return {
      totalCategories: categories,
      totalContestants: contestants,
      totalVotes: votes,
      totalTransactions: tallies[0]?.transactions ?? 0,
      totalRevenue: cedisFromPesewas(tallies[0]?.amount_pesewas ?? 0),
    };
  }

  /** @throws AppError CONTEST_NOT_FOUND, also for one that the actor may not see */
  async assertVisible(actor: Actor, id: string): Promise<void> {
    const exists = await this.visible(ownerScope(actor)).andWhere('contest.id = :id', { id }).getExists();
    if (!exists) throw new AppError('CONTEST_NOT_FOUND');
  }

  /**
   * The actor's own contest, locked until the transaction ends: no vote can be written meanwhile.
   * @param foreign what a super admin is told about another owner's contest
   * @throws AppError CONTEST_NOT_FOUND, NOT_OWNER
   */
  async lockOwn(
    manager: EntityManager,
    actor: Actor,
    id: string,
    foreign: string = FOREIGN.manageContest,
  ): Promise<Contest> {
    await closeTurnstile(manager, actor.id, id);
    const live = manager
      .createQueryBuilder(Contest, 'contest')
      .where('contest.id = :id AND contest.archivedAt IS NULL', { id });
    return lockOwned(live, actor, 'contest.userId', 'CONTEST_NOT_FOUND', foreign);
  }

  private visible(ownerId: string | null): SelectQueryBuilder<Contest> {
    const query = this.source
      .createQueryBuilder(Contest, 'contest')
      .innerJoinAndSelect('contest.host', 'host')
      .innerJoinAndSelect('host.user', 'owner')
      .where('contest.archivedAt IS NULL');
    return ownerId ? query.andWhere('contest.userId = :ownerId', { ownerId }) : query;
  }
}
