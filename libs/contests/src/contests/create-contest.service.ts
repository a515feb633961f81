import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, FOREIGN } from '@abato/accounts';
import {
  type ContestInput,
  contestTextsOf,
  type ContestView,
  type FieldError,
  keptSettings,
  MAX_NEW_CONTESTANTS,
  type NewCategory,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, newId } from '@abato/platform';
import { addCategories } from '../categories/add-categories.js';
import { HostsRepository } from '../hosts/hosts.repository.js';
import { PictureService } from '../pictures/picture.service.js';
import { assertOrder, assertPrices } from '../rules/price-rules.js';
import { ChangeContestService } from './change-contest.service.js';
import { ContestSignals } from './contest-signals.js';
import { Contest } from './contest.entity.js';
import { ContestsRepository } from './contests.repository.js';

/** Wrong fields that one answer names. */
const MAX_PROBLEMS = 20;

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
            id,
            userId: actor.id,
            hostId: input.hostId,
            ...contestTextsOf(input),
            ...settings,
            electors: 0,
            banner: banner ?? null,
            status: 'DRAFT',
            isRehearsal: false,
            createdAt: now,
            updatedAt: now,
          });
          await addCategories(manager, id, categories, now);
          if (input.activate) await this.changes.activate(manager, actor, id).catch(refuseActivation);
        }),
    });
    if (input.activate) await this.signals.changed(id);
    return this.contests.view(actor, id);
  }
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
