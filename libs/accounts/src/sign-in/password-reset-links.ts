import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, MoreThan, Raw } from 'typeorm';
import { OutgoingMail, resetMail } from '@abato/messages';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT } from '@abato/platform';
import { User } from '../user.entity.js';
import { PasswordReset } from './password-reset.entity.js';

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
      await manager.delete(PasswordReset, { userId: user.id });
      await manager.insert(PasswordReset, {
        digest: resetLinkDigest(token),
        userId: user.id,
        expiresAt: new Date(now.getTime() + LINK_LIFE_MINUTES * 60_000),
        createdAt: now,
      });
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
    const link = await this.source.getRepository(PasswordReset).findOne({
      where: { digest, usedAt: IsNull(), expiresAt: MoreThan(now) },
      relations: { user: true },
    });
    if (!link) throw new AppError('RESET_LINK_INVALID');
    return [link.user.firstName, link.user.lastName, link.user.email];
  }
}

/** Only a digest is stored: who reads the table cannot use a link. */
export function resetLinkDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
