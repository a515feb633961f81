import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, FOREIGN, recordBy } from '@abato/accounts';
import { type HostView, normalisePhone, type HostInput, type HostPatch } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK, newId } from '@abato/platform';
import { ContestSignals } from '../contests/contest-signals.js';
import { pictureChange, PictureService } from '../pictures/picture.service.js';
import { Host } from './host.entity.js';
import { HostsRepository } from './hosts.repository.js';

/** Titles named in a refusal; the rest is a number. */
const NAMED_CONTESTS = 3;

@Injectable()
export class HostsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly hosts: HostsRepository,
    private readonly pictures: PictureService,
    private readonly signals: ContestSignals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async create(actor: Actor, input: HostInput & { logo?: Buffer }): Promise<HostView> {
    const now = this.clock.now();
    const id = newId();
    await this.pictures.storeWith(input.logo, {
      save: (logo) =>
        this.transactions.run(({ manager }) =>
          manager.insert(Host, {
            id,
            userId: actor.id,
            name: input.name,
            email: input.email.toLowerCase(),
            phone: normalisePhone(input.phone) ?? input.phone,
            description: input.description,
            logo: logo ?? null,
            isActive: true,
            createdAt: now,
            updatedAt: now,
          }),
        ),
    });
    return this.hosts.view(actor, id);
  }

  /** @throws AppError HOST_NOT_FOUND, NOT_OWNER */
  async update(actor: Actor, id: string, input: HostPatch & { logo?: Buffer | null }): Promise<HostView> {
    const ownHost = (manager: EntityManager) => this.hosts.lockOwn(manager, actor, id, FOREIGN.editHost);
    const change = pictureChange(input.logo, input.removeLogo);
    const before = await this.pictures.storeWith(change, {
      check: () => this.transactions.run(({ manager }) => ownHost(manager)),
      save: (logo) =>
        this.transactions.run(async ({ manager }) => {
          const host = await ownHost(manager);
          await manager.update(
            Host,
            { id },
            {
              name: input.name,
              email: input.email?.toLowerCase(),
              phone: input.phone && (normalisePhone(input.phone) ?? input.phone),
              description: input.description,
              logo,
              updatedAt: this.clock.now(),
            },
          );
          return host;
        }),
    });
    if (change !== undefined) await this.pictures.discard(before.logo);
    await this.signals.hostChanged(id);
    return this.hosts.view(actor, id);
  }

  /** An inactive host's contests take no votes and are not listed publicly. */
  async toggleStatus(actor: Actor, id: string): Promise<HostView> {
    await this.transactions.run(async ({ manager }) => {
      const host = await this.hosts.lockOwn(manager, actor, id, FOREIGN.editHost);
      const now = this.clock.now();
      await manager.update(Host, { id }, { isActive: !host.isActive, updatedAt: now });
      const detail = { isActive: !host.isActive };
      await recordBy(manager, actor, now, 'host.toggle-status', ['host', id], detail);
    });
    await this.signals.hostChanged(id);
    return this.hosts.view(actor, id);
  }

  /**
   * Really deletes a host, or archives one that books still name: those of its archived contests, or those of money.
   * @throws AppError HOST_HAS_CONTESTS naming them, HOST_NOT_FOUND, NOT_OWNER
   */
  async delete(actor: Actor, id: string): Promise<void> {
    const orphan = await this.transactions.run(async ({ manager }) => {
      const host = await this.hosts.lockOwn(manager, actor, id, FOREIGN.deleteHost);
      const contests = await this.hosts.contestsOf(manager, id);
      const live = contests.filter((contest) => !contest.archived).map((contest) => contest.title);
      if (live.length) throw new AppError('HOST_HAS_CONTESTS', { message: stillHas(live) });
      const now = this.clock.now();
      const archived = contests.length > 0 || (await this.hosts.isInBooks(manager, id));
      if (archived) await manager.update(Host, { id }, { archivedAt: now, archivedBy: actor.id });
      else await manager.delete(Host, { id });
      await recordBy(manager, actor, now, 'host.delete', ['host', id], { archived });
      return archived ? null : host.logo;
    });
    await this.pictures.discard(orphan);
  }
}

function stillHas(titles: string[]): string {
  const named = titles.slice(0, NAMED_CONTESTS).map((title) => `“${title}”`);
  const more = titles.length - named.length;
  const list = more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
  return `This host still has contests: ${list}. Delete them first.`;
}
