import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Transactions } from '@abato/database';
import { type Actor, recordBy, UserSignals, UsersRepository } from '@abato/accounts';
import { deletionMail, OutgoingMail } from '@abato/messages';
import { AppError, type Clock, CLOCK } from '@abato/platform';
import { ContestSignals } from '../contests/contest-signals.js';
import { closeTurnstiles } from '../contests/turnstile.js';
import { assertNoWaitingCash } from '../contests/deletion.js';
import { Host } from '../hosts/host.entity.js';

/** Deletes a user for good: personal data is overwritten, hosts and contests are archived, the books stay. */
@Injectable()
export class DeleteUserService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersRepository,
    private readonly mail: OutgoingMail,
    private readonly signals: UserSignals,
    private readonly contests: ContestSignals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AppError CANNOT_DELETE_SELF, USER_NOT_FOUND, CONFLICT while cash of the contests waits for a second person */
  async delete(actor: Actor, id: string): Promise<void> {
    if (id === actor.id) throw new AppError('CANNOT_DELETE_SELF');
    const { contestIds, mailId } = await this.transactions.run(async ({ manager }) => {
      const user = await this.users.lock(manager, id);
      const now = this.clock.now();
      const written = await this.mail.write(manager, deletionMail(user));
      const archived = await this.archiveOwned(manager, actor, id, now);
      await this.users.erase(manager, user, now);
      await this.forgetAccounts(manager, actor, id, now);
      await recordBy(manager, actor, now, 'user.delete', ['user', id], { contestsArchived: archived.length });
      return { contestIds: archived, mailId: written };
    });
    await this.signals.changed(id);
    for (const contestId of contestIds) await this.contests.changed(contestId);
    await this.mail.announce(mailId);
  }

  /** Whose wallet or bank account it was is personal; the provider's code of it stays for the books. */
  private async forgetAccounts(
    manager: EntityManager,
    actor: Actor,
    userId: string,
    now: Date,
  ): Promise<void> {
    await manager.query(
      // The encrypted text of an erased user's identity number is the empty one.
      `UPDATE settlement_accounts a SET account_name = '', last_digits = '', account_number_encrypted = u.id_number_encrypted,
         decision = coalesce(a.decision, 'WITHDRAWN'), decided_by = CASE WHEN a.decision IS NULL THEN $2::uuid ELSE a.decided_by END,
         decided_at = coalesce(a.decided_at, $3)
       FROM hosts h JOIN users u ON u.id = h.user_id WHERE a.host_id = h.id AND u.id = $1`,
      [userId, actor.id, now],
    );
  }

  /** @returns the contests archived, in id order: the order in which the cast path locks them */
  private async archiveOwned(
    manager: EntityManager,
    actor: Actor,
    userId: string,
    now: Date,
  ): Promise<string[]> {
    await closeTurnstiles(manager, userId);
    const contests: { id: string }[] = await manager.query(
      'SELECT id FROM contests WHERE user_id = $1 AND archived_at IS NULL ORDER BY id FOR UPDATE',
      [userId],
    );
    const ids = contests.map((contest) => contest.id);
    await assertNoWaitingCash(manager, 'contest_id', ids);
    await manager.query('UPDATE contests SET archived_at = $2, archived_by = $3 WHERE id = ANY($1)', [
      ids,
      now,
      actor.id,
    ]);
    // What a host's public name says stays in the books; who could be called or written to does not.
    const erased = { email: `deleted-${userId}@deleted.invalid`, phone: '', isActive: false };
    await manager.update(Host, { userId }, { ...erased, archivedAt: now, archivedBy: actor.id });
    return ids;
  }
}
