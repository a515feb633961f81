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

type Decision = { status: 'APPROVED' } | { status: 'REJECTED'; reason: string };

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

  /** @throws AppError USER_NOT_FOUND, USER_ALREADY_DECIDED */
  async approve(actor: Actor, id: string): Promise<UserView> {
    return this.decide(actor, id, { status: 'APPROVED' });
  }

  /** @throws AppError USER_NOT_FOUND, USER_ALREADY_DECIDED */
  async reject(actor: Actor, id: string, reason: string): Promise<UserView> {
    return this.decide(actor, id, { status: 'REJECTED', reason });
  }

  private async decide(actor: Actor, id: string, decision: Decision): Promise<UserView> {
    const mailId = await this.transactions.run(async ({ manager }) => {
      const user = await this.users.lock(manager, id);
      if (user.approvalStatus !== 'PENDING') throw new AppError('USER_ALREADY_DECIDED');
      const now = this.clock.now();
      const rejectionReason = decision.status === 'REJECTED' ? decision.reason : null;
      await manager.update(
        User,
        { id },
        {
          approvalStatus: decision.status,
          rejectionReason,
          decidedAt: now,
          decidedBy: actor.id,
          updatedAt: now,
        },
      );
      await recordBy(
        manager,
        actor,
        now,
        decision.status === 'APPROVED' ? 'user.approve' : 'user.reject',
        ['user', id],
        rejectionReason === null ? {} : { reason: rejectionReason },
      );
      return this.mail.write(
        manager,
        rejectionReason === null
          ? approvalMail(user, this.env.PUBLIC_URL)
          : rejectionMail(user, rejectionReason),
      );
    });
    await this.signals.changed(id);
    await this.mail.announce(mailId);
    return this.users.view(id);
  }
}
