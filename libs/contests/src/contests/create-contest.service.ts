import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, FOREIGN, recordBy } from '@abato/accounts';
import {
  type ContestInput,
  contestRules,
  contestTextsOf,
  type ContestView,
  copiedSettings,
  type FieldError,
  keptSettings,
  MAX_NEW_CONTESTANTS,
  type NewCategory,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, newId } from '@abato/platform';
import { Category, Contest, Contestant } from './contest.entity.js';
import { HostsRepository } from '../hosts/hosts.repository.js';
import { PictureService } from '../pictures/picture.service.js';
import { assertOrder, assertPrices } from '../rules/price-rules.js';
import { ChangeContestService } from './change-contest.service.js';
import { ContestSignals } from './contest-signals.js';
import { ContestsRepository } from './contests.repository.js';

/** Wrong fields that one answer names. */
const MAX_PROBLEMS = 20;
/** Rows of one statement: PostgreSQL takes 65,535 parameters, a contestant has nine. */
const BATCH = 1_000;
const WEEK_MS = 7 * 86_400_000;
const COPY = ' (copy)';

/** Makes contests: new ones, and copies of others (ADR 88). */
@Injectable()
export class CreateContestService {
  constructor(
    private readonly transactions: Transactions,
    private readonly contests: ContestsRepository,
    private readonly hosts: HostsRepository,
    private readonly pictures: PictureService,
    private readonly changes: ChangeContestService,
    private readonly signals: ContestSignals,
  ) {}

  /**
   * A new contest is a DRAFT with results shown, under a host of the actor's own; with `activate` it is ACTIVE at once. It is written with its
   * categories and contestants, or not at all.
   * @throws AppError HOST_NOT_FOUND, NOT_OWNER, VALIDATION_FAILED; of the activation as `ChangeContestService.update`
   */
  async create(actor: Actor, input: ContestInput & { banner?: Buffer }): Promise<ContestView> {
    const settings = keptSettings(input);
    assertOrder(settings);
    assertPrices(settings);
    const categories = categoriesFrom(input.categories ?? []);
    const now = this.changes.now();
    const id = newId();
    const ownHost = (manager: EntityManager) =>
      this.hosts.lockOwn(manager, actor, input.hostId, FOREIGN.manageContest);
    await this.pictures.storeWith(input.banner, {
      check: () => this.transactions.run(({ manager }) => ownHost(manager)),
      save: (banner) =>
        this.transactions.run(async ({ manager }) => {
          await ownHost(manager);
          await manager.insert(Contest, {
            ...newDraft(id, actor, now),
            hostId: input.hostId,
            ...contestTextsOf(input),
            ...settings,
            banner: banner ?? null,
          });
          await addCategories(manager, id, categories, now);
          if (input.activate) await this.changes.activate(manager, actor, id).catch(refuseActivation);
        }),
    });
    if (input.activate) await this.signals.changed(id);
    return this.contests.view(actor, id);
  }

  /**
   * A draft with the texts, settings, categories and contestants of an own contest, in one transaction. It has no votes, payments or
   * results, and no windows, which belong to its evening; pictures are shared. Dates of a contest that has ended move by whole weeks into the future.
   * @throws AppError CONTEST_NOT_FOUND, NOT_OWNER
   */
  async duplicate(actor: Actor, id: string): Promise<ContestView> {
    const copyId = newId();
    await this.transactions.run(async ({ manager }) => {
      const contest = await this.contests.lockOwn(manager, actor, id);
      const now = this.changes.now();
      await manager.insert(Contest, {
        ...newDraft(copyId, actor, now),
        hostId: contest.hostId,
        ...contestTextsOf(contest),
        title: copyTitle(contest.title),
        ...copiedSettings(contest),
        ...movedDates(contest, now),
        banner: contest.banner,
      });
      await addCategories(manager, copyId, await readCategories(manager, id), now);
      await recordBy(manager, actor, now, 'contest.duplicate', ['contest', copyId], { from: id });
    });
    return this.contests.view(actor, copyId);
  }
}

function newDraft(id: string, { id: userId }: Actor, now: Date) {
  const times = { createdAt: now, updatedAt: now };
  return { id, userId, electors: 0, status: 'DRAFT', isRehearsal: false, ...times } as const;
}

type AddedCategory = Pick<Category, 'name' | 'description' | 'order' | 'votePricePesewas' | 'bundles'> & {
  contestants: Pick<Contestant, 'name' | 'bio' | 'photo' | 'order'>[];
};

/** Write the categories of a new contest, with their contestants. */
async function addCategories(
  manager: EntityManager,
  contestId: string,
  categories: readonly AddedCategory[],
  now: Date,
): Promise<void> {
  const isNew = { contestId, createdAt: now, updatedAt: now };
  const rows = categories.map(({ contestants, ...category }) => ({
    category: { id: newId(), ...category, ...isNew },
    contestants,
  }));
  if (rows.length)
    await manager.insert(
      Category,
      rows.map(({ category }) => category),
    );
  const contestants = rows.flatMap(({ category, contestants: added }) =>
    added.map((contestant) => ({ id: newId(), categoryId: category.id, ...contestant, ...isNew })),
  );
  for (let start = 0; start < contestants.length; start += BATCH)
    await manager.insert(Contestant, contestants.slice(start, start + BATCH));
}

/** Pictures are shared. */
async function readCategories(manager: EntityManager, contestId: string) {
  const categories = await manager
    .createQueryBuilder(Category, 'category')
    .where('category.contestId = :contestId AND category.archivedAt IS NULL', { contestId })
    .getMany();
  // Locked until the copies are written: a photo that is replaced meanwhile would be removed from the store.
  const contestants = await manager
    .createQueryBuilder(Contestant, 'contestant')
    .where('contestant.contestId = :contestId AND contestant.archivedAt IS NULL', { contestId })
    .setLock('pessimistic_read')
    .orderBy('contestant.id')
    .getMany();
  return categories.map(({ id, name, description, order, votePricePesewas, bundles }) => ({
    name,
    description,
    order,
    votePricePesewas,
    bundles,
    contestants: contestants
      .filter(({ categoryId }) => categoryId === id)
      .map(({ name: of, bio, photo, order: place }) => ({ name: of, bio, photo, order: place })),
  }));
}

/** Within the longest title. */
function copyTitle(title: string): string {
  return title.slice(0, (contestRules.title.maxLength ?? title.length) - COPY.length).trimEnd() + COPY;
}

/** The dates of the copy: the same ones, or the first in whole weeks of which the start is in the future. */
function movedDates(
  { startDate, endDate }: Pick<Contest, 'startDate' | 'endDate'>,
  now: Date,
): Pick<Contest, 'startDate' | 'endDate'> {
  if (endDate > now) return { startDate, endDate };
  const weeks = Math.floor((now.getTime() - startDate.getTime()) / WEEK_MS) + 1;
  const moved = (date: Date) => new Date(date.getTime() + weeks * WEEK_MS);
  return { startDate: moved(startDate), endDate: moved(endDate) };
}

/** Categories and contestants as rows, in the order of the request where they give none. @throws AppError VALIDATION_FAILED */
function categoriesFrom(input: readonly NewCategory[]) {
  const errors: FieldError[] = [];
  const categories = input.map(({ name, description, order, contestants = [] }, at) => {
    const names = new Set<string>();
    for (const [index, { name: of }] of contestants.entries()) {
      if (names.has(of.toLowerCase())) {
        const field = `categories.${at}.contestants.${index}.name`;
        errors.push({ field, message: `${of} is in this category already` });
      }
      names.add(of.toLowerCase());
    }
    return {
      name,
      description,
      order: order ?? at,
      votePricePesewas: null,
      bundles: [],
      contestants: contestants.map((contestant, index) => {
        return { bio: '', order: index, ...contestant, photo: null };
      }),
    };
  });
  const total = categories.reduce((sum, { contestants }) => sum + contestants.length, 0);
  if (total > MAX_NEW_CONTESTANTS) {
    const message = 'A new contest can have at most 1,000 contestants: add the others afterwards';
    errors.push({ field: 'categories', message });
  }
  if (errors.length) throw AppError.validation(errors.slice(0, MAX_PROBLEMS));
  return categories;
}

/** @throws AppError the refusal of an activation, as one of the field that asks for it */
function refuseActivation(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const { code, message } = error;
  throw new AppError(code, { message, errors: [{ field: 'activate', message }], cause: error });
}
