import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, IsNull } from 'typeorm';
import { type Actor, recordAudit } from '@abato/accounts';
import type { CategoryView, CategoryInput } from '@abato/contracts';
import { AppError, type Clock, CLOCK, newId } from '@abato/platform';
import { ContestSignals } from '../contests/contest-signals.js';
import { ContestsRepository } from '../contests/contests.repository.js';
import { Contestant } from '../contestants/contestant.entity.js';
import { uncountArchived } from '../contestants/uncount-archived.js';
import { PictureService } from '../pictures/picture.service.js';
import { CategoriesRepository } from './categories.repository.js';
import { Category } from './category.entity.js';

@Injectable()
export class CategoriesService {
  constructor(
    private readonly source: DataSource,
    private readonly categories: CategoriesRepository,
    private readonly contests: ContestsRepository,
    private readonly pictures: PictureService,
    private readonly signals: ContestSignals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AppError CONTEST_NOT_FOUND, NOT_OWNER */
  async create(actor: Actor, input: CategoryInput): Promise<CategoryView> {
    const now = this.clock.now();
    const id = newId();
    await this.source.transaction(async (manager) => {
      await this.contests.lockOwn(manager, actor, input.contestId);
      await manager.insert(Category, {
        id,
        contestId: input.contestId,
        name: input.name,
        description: input.description,
        order: input.order ?? 0,
        createdAt: now,
        updatedAt: now,
      });
    });
    await this.signals.changed(input.contestId);
    return this.categories.view(id, actor.id);
  }

  /** @throws AppError CATEGORY_NOT_FOUND, NOT_OWNER, VALIDATION_FAILED for another contest's id */
  async update(actor: Actor, id: string, input: Partial<CategoryInput>): Promise<CategoryView> {
    const { contestId } = await this.source.transaction(async (manager) => {
      const category = await this.categories.lockOwn(manager, actor, id);
      if (input.contestId && input.contestId !== category.contestId) {
        throw AppError.validation([
          { field: 'contestId', message: 'A category cannot move to another contest' },
        ]);
      }
      const { name, description, order } = input;
      await manager.update(Category, { id }, { name, description, order, updatedAt: this.clock.now() });
      return category;
    });
    await this.signals.changed(contestId);
    return this.categories.view(id, actor.id);
  }

  /**
   * A category with votes is archived, any other really deleted, both with its contestants. Locking the contestants keeps a
   * vote from slipping in between (the cast statement holds a share of them, in the same order).
   * @throws AppError CATEGORY_NOT_FOUND, NOT_OWNER
   */
  async delete(actor: Actor, id: string): Promise<void> {
    const { contestId, orphans } = await this.source.transaction(async (manager) => {
      const category = await this.categories.lockOwn(manager, actor, id);
      const contestants: { id: string; photo: string | null }[] = await manager.query(
        'SELECT id, photo FROM contestants WHERE category_id = $1 ORDER BY id FOR UPDATE',
        [id],
      );
      const votes: unknown[] = await manager.query(
        'SELECT 1 FROM votes WHERE contestant_id = ANY($1) LIMIT 1',
        [contestants.map((contestant) => contestant.id)],
      );
      const archive = votes.length > 0;
      const now = this.clock.now();
      if (archive) {
        await manager.update(Category, { id }, { archivedAt: now, archivedBy: actor.id });
        // A cast that waits for these rows looks at them again, and not at the category.
        const ids = contestants.map((contestant) => contestant.id);
        await manager.update(Contestant, { id: In(ids), archivedAt: IsNull() }, { archivedAt: now });
        await uncountArchived(manager, ids, now);
      } else await manager.delete(Category, { id });
      await recordAudit(manager, {
        at: now,
        actorUserId: actor.id,
        action: 'category.delete',
        subjectType: 'category',
        subjectId: id,
        detail: { contestId: category.contestId, archived: archive },
      });
      return {
        contestId: category.contestId,
        orphans: archive ? [] : contestants.map((contestant) => contestant.photo),
      };
    });
    for (const path of orphans) await this.pictures.discard(path);
    await this.signals.archived(contestId);
  }
}
