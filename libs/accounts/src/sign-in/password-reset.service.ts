import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, Raw } from 'typeorm';
import { PASSWORDS_DO_NOT_MATCH, type ForgotPasswordInput, type ResetPasswordInput } from '@abato/contracts';
import { LivePublisher } from '@abato/live';
import { OutgoingMail, resetLetter } from '@abato/messages';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
} from '@abato/platform';
import { ActorCache } from '../access/actor-cache.js';
import { recordAudit } from '../audit-log.js';
import { User } from '../user.entity.js';
import { PasswordService } from './password.service.js';

const LINK_LIFE_MINUTES = 30;
/** The answer takes this long whether a mail is written or not: time must not tell who has an account. */
const ANSWER_AFTER_MS = 300;

/** Forgotten passwords: a mailed link that works once, for 30 minutes. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly source: DataSource,
    private readonly passwords: PasswordService,
    private readonly mail: OutgoingMail,
    private readonly actors: ActorCache,
    private readonly live: LivePublisher,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Never tells whether the address is known, neither by the answer nor by its time. */
  async request(input: ForgotPasswordInput): Promise<void> {
    const work = this.send(input.email.toLowerCase()).catch((error: unknown) =>
      this.log.error({ err: error }, 'a password reset could not be written'),
    );
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
    const digest = digestOf(input.token);
    const now = this.clock.now();
    const about = await this.assertUsable(digest, now);
    const passwordHash = await this.passwords.hashChosen(input.password, about);
    const userId = await this.source.transaction(async (manager) => {
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
      await manager.query('DELETE FROM password_resets WHERE user_id = $1 AND used_at IS NULL', [id]);
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
    this.actors.drop(userId);
    await this.live.publish('user', { userId });
  }

  private async send(email: string): Promise<void> {
    const user = await this.source.getRepository(User).findOneBy({
      email: Raw((column) => `lower(${column}) = :email`, { email }),
      deletedAt: IsNull(),
    });
    if (!user) return;
    const token = randomBytes(32).toString('base64url');
    const now = this.clock.now();
    const link = `${this.env.PUBLIC_URL}/reset-password?token=${token}`;
    const mailId = await this.source.transaction(async (manager) => {
      // A newer link makes the older ones worthless: only the newest mail is the right one.
      await manager.query('DELETE FROM password_resets WHERE user_id = $1', [user.id]);
      await manager.query(
        `INSERT INTO password_resets (token_sha256, user_id, expires_at, created_at) VALUES ($1, $2, $3, $4)`,
        [digestOf(token), user.id, new Date(now.getTime() + LINK_LIFE_MINUTES * 60_000), now],
      );
      return this.mail.write(manager, resetLetter(user, link, LINK_LIFE_MINUTES));
    });
    await this.mail.announce(mailId);
  }

  /**
   * Before the costly hash: guessing tokens must not keep the processors busy.
   * @returns names and address of the account, which its password may not repeat
   */
  private async assertUsable(digest: Buffer, now: Date): Promise<string[]> {
    const known: { first_name: string; last_name: string; email: string }[] = await this.source.query(
      `SELECT u.first_name, u.last_name, u.email FROM password_resets r JOIN users u ON u.id = r.user_id
       WHERE r.token_sha256 = $1 AND r.used_at IS NULL AND r.expires_at > $2`,
      [digest, now],
    );
    if (!known[0]) throw new AppError('RESET_LINK_INVALID');
    return [known[0].first_name, known[0].last_name, known[0].email];
  }
}

/** Only a digest is stored: who reads the table cannot use a link. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
