import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, FOREIGN } from '@abato/accounts';
import {
  type ContestInput,
  contestTextsOf,
  type ContestView,
  END_AFTER_START,
  type KeptSettings,
  keptSettings,
} from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK, newId } from '@abato/platform';
import { HostsRepository } from '../hosts/hosts.repository.js';
import { PictureService } from '../pictures/picture.service.js';
import { Contest } from './contest.entity.js';
import { assertPrices } from '../rules/price-rules.js';
import { ContestsRepository } from './contests.repository.js';

@Injectable()
export class CreateContestService {
  constructor(
    private readonly transactions: Transactions,
    private readonly contests: ContestsRepository,
    private readonly hosts: HostsRepository,
    private readonly pictures: PictureService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A new contest is a DRAFT with results shown, under a host of the actor's own.
   * @throws AppError HOST_NOT_FOUND, NOT_OWNER, VALIDATION_FAILED
   */
  async create(actor: Actor, input: ContestInput & { banner?: Buffer }): Promise<ContestView> {
    const settings = keptSettings(input);
    assertOrder(settings);
    assertPrices(settings);
    const now = this.clock.now();
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
        }),
    });
    return this.contests.view(id, actor.id);
  }
}

/** @throws AppError VALIDATION_FAILED 'End date must be after start date' */
export function assertOrder({ startDate, endDate }: Pick<KeptSettings, 'startDate' | 'endDate'>): void {
  if (endDate <= startDate) throw AppError.validation([{ field: 'endDate', message: END_AFTER_START }]);
}
