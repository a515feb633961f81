import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Raw } from 'typeorm';
import { type ForgotPasswordInput, PASSWORDS_DO_NOT_MATCH, type ResetPasswordInput } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { OutgoingMail, resetMail } from '@abato/messages';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
} from '@abato/platform';
import { UserSignals } from '../access/actor-cache.js';
import { recordBy } from '../audit-log.js';
import { User } from '../user.entity.js';
import { linkDigest, PasswordReset, replaceLink } from './mailed-links.js';
import { PasswordService } from './password.service.js';

/** The answer takes this long whether a mail is written or not: time must not tell who has an account. */
const ANSWER_AFTER_MS = 300;

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

/** Forgotten passwords: a mailed link that works once, for 30 minutes. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly transactions: Transactions,
    private readonly passwords: PasswordService,
    private readonly links: PasswordResetLinks,
    private readonly signals: UserSignals,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Never tells whether the address is known, neither by the answer nor by its time. */
  async request(input: ForgotPasswordInput): Promise<void> {
    const work = this.links
      .send(input.email.toLowerCase())
      .catch((error: unknown) => this.log.error({ err: error }, 'a password reset could not be written'));
    await Promise.all([work, sleep(ANSWER_AFTER_MS)]);
  }

  /**
   * Set a new password by a link's token. Ends every session of the user.
   * @throws AppError RESET_LINK_INVALID (unknown, used or older than 30 minutes), VALIDATION_FAILED
   */
  async reset(input: ResetPasswordInput): Promise<void> {
    if (input.password !== input.confirmPassword) {
      throw AppError.validation([{ field: 'confirmPassword', message: PASSWORDS_DO_NOT_MATCH }]);
    }
    const digest = linkDigest(input.token);
    const now = this.clock.now();
    const about = await this.links.assertUsable(digest, now);
    const passwordHash = await this.passwords.hashChosen(input.password, about);
    const userId = await this.transactions.run(async ({ manager }) => {
      const used: [{ user_id: string }[], number] = await manager.query(
        `UPDATE password_resets SET used_at = $2 WHERE token_sha256 = $1 AND used_at IS NULL AND expires_at > $2
         RETURNING user_id`,
        [digest, now],
      );
      const id = used[0][0]?.user_id;
      if (!id) throw new AppError('RESET_LINK_INVALID');
      await manager
        .createQueryBuilder()
        .update(User)
        .set({
          passwordHash,
          updatedAt: now,
          tokenVersion: () => 'token_version + 1',
          // The link came by mail: its user reads the account's mail.
          emailVerifiedAt: () => 'COALESCE(email_verified_at, :now)',
        })
        .where('id = :id AND deleted_at IS NULL', { id, now })
        .execute();
      await manager.delete(PasswordReset, { userId: id, usedAt: IsNull() });
      await recordBy(manager, { id: id }, now, 'user.reset-password', ['user', id]);
      return id;
    });
    this.log.info({ event: 'password-reset', userId }, 'a password was changed by a mailed link');
    await this.signals.changed(userId);
  }
}
