import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { Transactions } from '@abato/database';
import { OutgoingMail, verificationMail } from '@abato/messages';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import type { Actor } from '../access/actor.js';
import { recordBy } from '../audit-log.js';
import { User } from '../user.entity.js';
import { EmailVerification, linkDigest, replaceLink } from './mailed-links.js';

const LINK_LIFE_HOURS = 24;

/** A mailed link shows that an account's address belongs to its user. It works once, for 24 hours (ADR 25). */
@Injectable()
export class EmailVerificationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly mail: OutgoingMail,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Write the mail with a new link, which replaces older ones.
   * @returns the mail's id, for `announce` after the commit
   */
  async write(manager: EntityManager, user: Pick<User, 'id' | 'email'>): Promise<string> {
    const lifeMs = LINK_LIFE_HOURS * 3_600_000;
    const of = { userId: user.id, now: this.clock.now(), lifeMs };
    const token = await replaceLink(manager, EmailVerification, of);
    const link = `${this.env.PUBLIC_URL}/verify-email?token=${token}`;
    return this.mail.write(manager, verificationMail(user.email, link, LINK_LIFE_HOURS));
  }

  async announce(mailId: string): Promise<void> {
    await this.mail.announce(mailId);
  }

  /** @throws AppError CONFLICT when the address is verified already */
  async sendAgain(actor: Actor): Promise<void> {
    const mailId = await this.transactions.run(async ({ manager }) => {
      const user = await manager.findOneBy(User, { id: actor.id, deletedAt: IsNull() });
      if (!user) throw new AppError('UNAUTHENTICATED');
      if (user.emailVerifiedAt) {
        throw new AppError('CONFLICT', { message: 'This email address is already confirmed.' });
      }
      return this.write(manager, user);
    });
    await this.announce(mailId);
  }

  /** @throws AppError VERIFICATION_LINK_INVALID (unknown, used, replaced or older than 24 hours) */
  async verify(token: string): Promise<void> {
    const now = this.clock.now();
    await this.transactions.run(async ({ manager }) => {
      const used: [{ user_id: string }[], number] = await manager.query(
        `DELETE FROM email_verifications WHERE token_sha256 = $1 AND expires_at > $2 RETURNING user_id`,
        [linkDigest(token), now],
      );
      const userId = used[0][0]?.user_id;
      if (!userId) throw new AppError('VERIFICATION_LINK_INVALID');
      await manager.query(
        `UPDATE users SET email_verified_at = COALESCE(email_verified_at, $2), updated_at = $2 WHERE id = $1`,
        [userId, now],
      );
      await recordBy(manager, { id: userId }, now, 'user.verify-email', ['user', userId]);
    });
  }
}
