import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { type Actor, recordBy } from '@abato/accounts';
import {
  bundlesFrom,
  bundlesShown,
  cedisFromPesewas,
  type CategoryInput,
  type CategoryView,
  pesewasFromCedis,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, newId } from '@abato/platform';
import { Category, Contest, Contestant } from '../contests/contest.entity.js';
import { ContestRules } from '../contests/contest-rules.js';
import { ContestSignals } from '../contests/contest-signals.js';
import { ContestsRepository } from '../contests/contests.repository.js';
import { assertNoWaitingCash, hasVotes, uncountArchived } from '../contests/deletion.js';
import { PictureService } from '../pictures/picture.service.js';
import { assertCategoryPrices } from '../rules/price-rules.js';
import { assertMayChangeResult, guardResult, isChanged } from '../rules/result-guard.js';
import { sealContest } from '../rules/seals.js';
import { CategoriesRepository } from './categories.repository.js';

@Injectable()
export class CategoriesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly categories: CategoriesRepository,
    private readonly contests: ContestsRepository,
    private readonly pictures: PictureService,
    private readonly signals: ContestSignals,
    private readonly rules: ContestRules,
  ) {}

  /** @throws AppError CONTEST_NOT_FOUND, NOT_OWNER, VALIDATION_FAILED, RESULT_CLOSED */
  async create(actor: Actor, input: CategoryInput): Promise<CategoryView> {
    const now = this.rules.now();
    const id = newId();
    await this.transactions.run(async ({ manager }) => {
      const contest = await this.contests.lockOwn(manager, actor, input.contestId);
      assertMayChangeResult(contest, 'add-category', now);
      const prices = pricesFrom(input);
      assertCategoryPrices(contest.votePricePesewas, prices);
      await manager.insert(Category, {
        id,
        contestId: input.contestId,
        name: input.name,
        description: input.description,
        order: input.order ?? 0,
        ...prices,
        createdAt: now,
        updatedAt: now,
      });
      // Later than `now`, if another change was waited for.
      await sealContest(manager, contest.id, this.rules.now(), input.amendmentReason);
    });
    await this.signals.changed(input.contestId);
    return this.categories.view(actor, id);
  }

  /**
   * @throws AppError CATEGORY_NOT_FOUND, NOT_OWNER, VALIDATION_FAILED for another contest's id and for prices that do not fit,
   *   RESULT_CLOSED
   */
  async update(actor: Actor, id: string, input: Partial<CategoryInput>): Promise<CategoryView> {
    const { contestId } = await this.transactions.run(async ({ manager }) => {
      const category = await this.categories.lockWithContest(manager, actor, id);
      if (input.contestId && input.contestId !== category.contestId) {
        throw AppError.validation([
          { field: 'contestId', message: 'A category cannot move to another contest' },
        ]);
      }
      const { name, description, order } = input;
      const now = this.rules.now();
      if (isChanged(name, category.name) || isChanged(order, category.order))
        await guardResult(manager, category.contestId, 'edit-category', now);
      const prices = await this.planPrices(manager, actor, category, input);
      await manager.update(Category, { id }, { name, description, order, ...prices, updatedAt: now });
      await sealContest(manager, category.contestId, now, input.amendmentReason);
      return category;
    });
    await this.signals.changed(contestId);
    return this.categories.view(actor, id);
  }

  /**
   * A category with votes is archived, any other really deleted, both with its contestants. Locking the contestants keeps a
   * vote from slipping in between (the cast statement holds a share of them, in the same order).
   * @param reason for the public, of a price that goes with the category
   * @throws AppError CATEGORY_NOT_FOUND, NOT_OWNER, RESULT_CLOSED, CONFLICT while cash waits for a second person
   */
  async delete(actor: Actor, id: string, reason?: string): Promise<void> {
    const { contestId, orphans } = await this.transactions.run(async ({ manager }) => {
      const category = await this.categories.lockWithContest(manager, actor, id);
      const now = this.rules.now();
      await guardResult(manager, category.contestId, 'delete-category', now);
      const contestants: { id: string; photo: string | null }[] = await manager.query(
        'SELECT id, photo FROM contestants WHERE category_id = $1 ORDER BY id FOR UPDATE',
        [id],
      );
      await assertNoWaitingCash(manager, 'category_id', [id]);
      const ids = contestants.map((contestant) => contestant.id);
      const archived = await hasVotes(manager, 'contestant_id', ids);
      if (archived) {
        await manager.update(Category, { id }, { archivedAt: now, archivedBy: actor.id });
        // A cast that waits for these rows looks at them again, and not at the category.
        await manager.update(Contestant, { id: In(ids), archivedAt: IsNull() }, { archivedAt: now });
        await uncountArchived(manager, ids, now);
      } else await manager.delete(Category, { id });
      await sealContest(manager, category.contestId, now, reason);
      const detail = { contestId: category.contestId, archived };
      await recordBy(manager, actor, now, 'category.delete', ['category', id], detail);
      const orphaned = archived ? [] : contestants.map((contestant) => contestant.photo);
      return { contestId: category.contestId, orphans: orphaned };
    });
    for (const path of orphans) await this.pictures.discard(path);
    await this.signals.archived(contestId);
  }

  /** Prices after an update, checked and recorded; nothing when it leaves them as they are. */
  private async planPrices(
    manager: EntityManager,
    actor: Actor,
    category: Category,
    input: Partial<CategoryInput>,
  ): Promise<CategoryPrices | undefined> {
    const before = { votePricePesewas: category.votePricePesewas, bundles: category.bundles };
    const prices = pricesFrom(input, before);
    const [from, to] = [shown(before), shown(prices)];
    if (JSON.stringify(from) === JSON.stringify(to)) return undefined;
    const contest = await manager.findOneByOrFail(Contest, { id: category.contestId });
    assertMayChangeResult(contest, 'change-rules', this.rules.now());
    assertCategoryPrices(contest.votePricePesewas, prices);
    const change = { category: category.id, from: JSON.stringify(from), to: JSON.stringify(to) };
    await recordBy(manager, actor, this.rules.now(), 'contest.change', ['contest', contest.id], {
      categoryPrice: change,
    });
    return prices;
  }
}

type CategoryPrices = Pick<Category, 'votePricePesewas' | 'bundles'>;

const NONE: CategoryPrices = { votePricePesewas: null, bundles: [] };

/** A category that loses its price loses the bundles of it. */
function pricesFrom(
  { votePrice, bundles }: Partial<CategoryInput>,
  before: CategoryPrices = NONE,
): CategoryPrices {
  const votePricePesewas =
    votePrice === undefined
      ? before.votePricePesewas
      : votePrice === null
        ? null
        : pesewasFromCedis(votePrice);
  if (bundles) return { votePricePesewas, bundles: bundlesFrom(bundles) };
  return { votePricePesewas, bundles: votePricePesewas === null ? [] : before.bundles };
}

function shown({ votePricePesewas, bundles }: CategoryPrices): unknown {
  return [votePricePesewas === null ? null : cedisFromPesewas(votePricePesewas), bundlesShown(bundles)];
}
