import { Inject, Injectable } from '@nestjs/common';
import type { UserView } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { approvalMail, OutgoingMail, rejectionMail } from '@abato/messages';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import type { Actor } from '../access/actor.js';
import { recordBy } from '../audit-log.js';
import { UserSignals } from '../access/actor-cache.js';
import { User } from '../user.entity.js';
import { UsersRepository } from '../users.repository.js';

/** Approves and rejects registrations: once, while they are pending. */
@Injectable()
export class DecideUserService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersRepository,
    private readonly mail: OutgoingMail,
    private readonly signals: UserSignals,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param rejectionReason null approves. @throws AppError USER_NOT_FOUND, USER_ALREADY_DECIDED */
  async decide(actor: Actor, id: string, rejectionReason: string | null): Promise<UserView> {
    const mailId = await this.transactions.run(async ({ manager }) => {
      const user = await this.users.lock(manager, id);
      if (user.approvalStatus !== 'PENDING') throw new AppError('USER_ALREADY_DECIDED');
      const now = this.clock.now();
      const approvalStatus = rejectionReason === null ? 'APPROVED' : 'REJECTED';
      const decided = { decidedAt: now, decidedBy: actor.id, updatedAt: now };
      await manager.update(User, { id }, { approvalStatus, rejectionReason, ...decided });
      if (rejectionReason === null) {
        await recordBy(manager, actor, now, 'user.approve', ['user', id]);
        return this.mail.write(manager, approvalMail(user, this.env.PUBLIC_URL));
      }
      await recordBy(manager, actor, now, 'user.reject', ['user', id], { reason: rejectionReason });
      return this.mail.write(manager, rejectionMail(user, rejectionReason));
    });
    await this.signals.changed(id);
    await this.mail.announce(mailId);
    return this.users.view(id);
  }
}
