import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, Raw } from 'typeorm';
import type { SessionView, LoginInput } from '@abato/contracts';
import { AppError, type Logger, LOGGER, Secrets } from '@abato/platform';
import { User } from '../user.entity.js';
import { USER_FIELDS } from '../user.view.js';
import { SecondFactorCodes } from '../second-factor/second-factor-codes.js';
import { PasswordService } from './password.service.js';
import { Sessions } from './sessions.js';

@Injectable()
export class SignInService {
  constructor(
    private readonly source: DataSource,
    private readonly passwords: PasswordService,
    private readonly sessions: Sessions,
    private readonly secrets: Secrets,
    private readonly codes: SecondFactorCodes,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Every try is a line in the log: who, by id, or by a keyed digest of an address that no account has (OWASP ASVS 5.0, 16.3.1).
   * @param devices the client's device tokens, separated by commas
   * @throws AppError SECOND_FACTOR_REQUIRED or SECOND_FACTOR_WRONG after the right password; INVALID_CREDENTIALS: the same answer, after the same time, for an unknown address
   */
  async login(input: LoginInput, devices?: string): Promise<SessionView> {
    const user = await this.source.getRepository(User).findOne({
      where: {
        email: Raw((column) => `lower(${column}) = :email`, { email: input.email.toLowerCase() }),
        deletedAt: IsNull(),
      },
      select: { ...USER_FIELDS, passwordHash: true, secondFactorAt: true },
    });
    const matches = await this.passwords.verify(user?.passwordHash, input.password);
    const who = user
      ? { userId: user.id, role: user.role }
      : { account: this.secrets.accountDigest(input.email) };
    if (!user || !matches) {
      this.log.warn({ event: 'sign-in', outcome: 'refused', ...who }, 'wrong address or password');
      throw new AppError('INVALID_CREDENTIALS');
    }
    if (user.secondFactorAt) await this.askForCode(user.id, input.code);
    this.log.info({ event: 'sign-in', outcome: 'accepted', ...who }, 'signed in');
    return this.sessions.start(user, devices);
  }

  private async askForCode(userId: string, code: string | undefined): Promise<void> {
    if (!code) throw new AppError('SECOND_FACTOR_REQUIRED');
    await this.codes.prove(userId, code).catch((error: unknown) => {
      this.log.warn({ event: 'sign-in', outcome: 'refused', userId }, 'wrong code of the second factor');
      throw error;
    });
  }
}
