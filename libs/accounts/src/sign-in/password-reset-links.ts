import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, Raw } from 'typeorm';
import { OutgoingMail, resetMail } from '@abato/messages';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { User } from '../user.entity.js';

const LINK_LIFE_MINUTES = 30;

/** The mailed links by which a forgotten password is replaced. */
@Injectable()
export class PasswordResetLinks {
  constructor(
    private readonly source: DataSource,
    private readonly mail: OutgoingMail,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Mail a new link, which replaces older ones; nothing is sent to an unknown address. */
  async send(email: string): Promise<void> {
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
        [resetLinkDigest(token), user.id, new Date(now.getTime() + LINK_LIFE_MINUTES * 60_000), now],
      );
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
export function resetLinkDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
