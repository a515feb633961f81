import { Transactions } from '@abato/database';
import { Inject, Injectable } from '@nestjs/common';
import { type Actor, FOREIGN, recordAudit } from '@abato/accounts';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { PictureService } from '../pictures/picture.service.js';
import { Host } from './host.entity.js';
import { HostsRepository } from './hosts.repository.js';

/** Titles named in a refusal; the rest is a number. */
const NAMED_CONTESTS = 3;

@Injectable()
export class DeleteHostService {
  constructor(
    private readonly transactions: Transactions,
    private readonly hosts: HostsRepository,
    private readonly pictures: PictureService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

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
      const archive = contests.length > 0 || (await this.hosts.isInBooks(manager, id));
      if (archive) await manager.update(Host, { id }, { archivedAt: now, archivedBy: actor.id });
      else await manager.delete(Host, { id });
      await recordAudit(manager, {
        at: now,
        actorUserId: actor.id,
        action: 'host.delete',
        subjectType: 'host',
        subjectId: id,
        detail: { archived: archive },
      });
      return archive ? null : host.logo;
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
