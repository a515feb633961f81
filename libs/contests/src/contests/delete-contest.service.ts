import { Inject, Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Transactions } from '@abato/database';
import { type Actor, FOREIGN, recordAudit } from '@abato/accounts';
import { type Clock, CLOCK } from '@abato/platform';
import { Contestant } from '../contestants/contestant.entity.js';
import { PictureService } from '../pictures/picture.service.js';
import { assertMayChangeResult } from '../rules/result-guard.js';
import { ContestSignals } from './contest-signals.js';
import { Contest } from './contest.entity.js';
import { ContestsRepository } from './contests.repository.js';
import { assertNoWaitingCash } from './waiting-cash.js';

@Injectable()
export class DeleteContestService {
  constructor(
    private readonly transactions: Transactions,
    private readonly contests: ContestsRepository,
    private readonly pictures: PictureService,
    private readonly signals: ContestSignals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A contest without votes is really deleted, with categories and contestants. One that votes point to is archived:
   * gone for every reader, kept in the books. The contest's lock keeps a vote from slipping in between.
   * @throws AppError CONTEST_NOT_FOUND, NOT_OWNER, RESULT_CLOSED, CONFLICT while cash waits for a second person
   */
  async delete(actor: Actor, id: string): Promise<void> {
    const orphans = await this.transactions.run(async ({ manager }) => {
      const contest = await this.contests.lockOwn(manager, actor, id, FOREIGN.deleteContest);
      const votes: unknown[] = await manager.query('SELECT 1 FROM votes WHERE contest_id = $1 LIMIT 1', [id]);
      const archive = votes.length > 0;
      const now = this.clock.now();
      if (archive) assertMayChangeResult(contest, 'delete-contest', now);
      await assertNoWaitingCash(manager, 'contest_id', [id]);
      const pictured = archive
        ? []
        : await manager.findBy(Contestant, { contestId: id, photo: Not(IsNull()) });
      if (archive) await manager.update(Contest, { id }, { archivedAt: now, archivedBy: actor.id });
      else await manager.delete(Contest, { id });
      await recordAudit(manager, {
        at: now,
        actorUserId: actor.id,
        action: 'contest.delete',
        subjectType: 'contest',
        subjectId: id,
        detail: { archived: archive, hostId: contest.hostId },
      });
      return archive ? [] : [contest.banner, ...pictured.map(({ photo }) => photo)];
    });
    for (const path of orphans) await this.pictures.discard(path);
    await this.signals.changed(id);
  }
}
