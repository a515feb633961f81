import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, FOREIGN, recordAudit } from '@abato/accounts';
import { type HostView, normalisePhone, type HostInput, type HostPatch } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { type Clock, CLOCK, newId } from '@abato/platform';
import { ContestSignals } from '../contests/contest-signals.js';
import { pictureChange } from '../pictures/picture-change.js';
import { PictureService } from '../pictures/picture.service.js';
import { Host } from './host.entity.js';
import { HostsRepository } from './hosts.repository.js';

/** Creates and changes hosts; a deletion has its own service. */
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
      await recordAudit(manager, {
        at: now,
        actorUserId: actor.id,
        action: 'host.toggle-status',
        subjectType: 'host',
        subjectId: id,
        detail: { isActive: !host.isActive },
      });
    });
    await this.signals.hostChanged(id);
    return this.hosts.view(actor, id);
  }
}
