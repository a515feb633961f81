import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { PASSWORDS_DO_NOT_MATCH, type ForgotPasswordInput, type ResetPasswordInput } from '@abato/contracts';
import { Transactions } from '@abato/database';
import { AppError, type Clock, CLOCK, type Logger, LOGGER } from '@abato/platform';
import { recordAudit } from '../audit-log.js';
import { UserSignals } from '../user-signals.js';
import { User } from '../user.entity.js';
import { linkDigest, PasswordReset } from './mailed-links.js';
import { PasswordResetLinks } from './password-reset-links.js';
import { PasswordService } from './password.service.js';

/** The answer takes this long whether a mail is written or not: time must not tell who has an account. */
const ANSWER_AFTER_MS = 300;

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
      await recordAudit(manager, {
        at: now,
        actorUserId: id,
        action: 'user.reset-password',
        subjectType: 'user',
        subjectId: id,
      });
      return id;
    });
    this.log.info({ event: 'password-reset', userId }, 'a password was changed by a mailed link');
    await this.signals.changed(userId);
  }
}
