import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { type Actor, FOREIGN, refusalForForeign, ownerScope } from '@abato/accounts';
import type { ContestantView, Page } from '@abato/contracts';
import { likePattern } from '@abato/database';
import { AppError } from '@abato/platform';
import { CategoriesRepository } from '../categories/categories.repository.js';
import { contestantVotes } from '../contests/contest-counts.js';
import { closeAndLock } from '../contests/turnstile.js';
import { contestantView } from './contestant-views.js';
import { Contestant } from './contestant.entity.js';

export interface ContestantFilter {
  /** null: all owners. */
  ownerId: string | null;
  categoryId?: string | undefined;
  search?: string | undefined;
}

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
  async list(filter: ContestantFilter, page: Page): Promise<{ items: ContestantView[]; total: number }> {
    const query = this.visible(filter.ownerId);
    if (filter.categoryId) {
      query.andWhere('contestant.categoryId = :categoryId', { categoryId: filter.categoryId });
    }
    if (filter.search) {
      query.andWhere('(contestant.name ILIKE :search OR contestant.bio ILIKE :search)', {
        search: likePattern(filter.search),
      });
    }
    const [contestants, total] = await query
      .orderBy('contestant.order')
      .addOrderBy('contestant.name')
      .addOrderBy('contestant.id')
      .offset(page.skip)
      .limit(page.pageSize)
      .getManyAndCount();
    const votes = await contestantVotes(
      this.source,
      contestants.map((contestant) => contestant.id),
    );
    return {
      items: contestants.map((contestant) => contestantView(contestant, votes(contestant.id))),
      total,
    };
  }

  /** @throws AppError CONTESTANT_NOT_FOUND, also for one that the actor may not see */
  async view(actor: Actor, id: string): Promise<ContestantView> {
    const contestant = await this.visible(ownerScope(actor)).andWhere('contestant.id = :id', { id }).getOne();
    if (!contestant) throw new AppError('CONTESTANT_NOT_FOUND');
    return contestantView(contestant, (await contestantVotes(this.source, [id]))(id));
  }

  /**
   * The contestant in a contest of the actor's own, both locked until the transaction ends: no vote can be written meanwhile.
   * @throws AppError CONTESTANT_NOT_FOUND, NOT_OWNER
   */
  async lockOwn(manager: EntityManager, actor: Actor, id: string): Promise<Contestant> {
    await closeAndLock(manager, actor.id, id, '(SELECT contest_id FROM contestants WHERE id = $1::uuid)');
    const visible = () =>
      manager
        .createQueryBuilder(Contestant, 'contestant')
        .innerJoin('contestant.category', 'category', 'category.archivedAt IS NULL')
        .innerJoin('category.contest', 'contest', 'contest.archivedAt IS NULL')
        .where('contestant.id = :id AND contestant.archivedAt IS NULL', { id });
    const contestant = await visible()
      .andWhere('contest.userId = :owner', { owner: actor.id })
      .setLock('pessimistic_write', undefined, ['contestant'])
      .getOne();
    if (contestant) return contestant;
    throw await refusalForForeign(actor, 'CONTESTANT_NOT_FOUND', FOREIGN.manageContest, () =>
      visible().getExists(),
    );
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
