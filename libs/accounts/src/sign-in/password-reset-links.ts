import { Inject, Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Raw } from 'typeorm';
import { Transactions } from '@abato/database';
import { OutgoingMail, resetMail } from '@abato/messages';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { User } from '../user.entity.js';
import { PasswordReset, replaceLink } from './mailed-links.js';

const LINK_LIFE_MINUTES = 30;

/** The mailed links by which a forgotten password is replaced. */
@Injectable()
export class PasswordResetLinks {
  constructor(
    private readonly transactions: Transactions,
    private readonly mail: OutgoingMail,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Mail a new link, which replaces older ones; nothing is sent to an unknown address. */
  async send(email: string): Promise<void> {
    const user = await this.transactions.manager.getRepository(User).findOneBy({
      email: Raw((column) => `lower(${column}) = :email`, { email }),
      deletedAt: IsNull(),
    });
    if (!user) return;
    const mailId = await this.transactions.run(async ({ manager }) => {
      const of = { userId: user.id, now: this.clock.now(), lifeMs: LINK_LIFE_MINUTES * 60_000 };
      const token = await replaceLink(manager, PasswordReset, of);
      const link = `${this.env.PUBLIC_URL}/reset-password?token=${token}`;
      return this.mail.write(manager, resetMail(user, link, LINK_LIFE_MINUTES));
    });
    await this.mail.announce(mailId);
  }

  /**
   * Before the costly hash: guessing tokens must not keep the processors busy.
   * @throws AppError RESET_LINK_INVALID
   * @returns names and address of the account, which its password may not repeat
   */
  async assertUsable(digest: Buffer, now: Date): Promise<string[]> {
    const link = await this.transactions.manager.getRepository(PasswordReset).findOne({
      where: { digest, usedAt: IsNull(), expiresAt: MoreThan(now) },
      relations: { user: true },
    });
    if (!link) throw new AppError('RESET_LINK_INVALID');
    return [link.user.firstName, link.user.lastName, link.user.email];
  }
}
