import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, Raw } from 'typeorm';
import type { LoginInput, ReauthenticateInput, SessionView, UserView } from '@abato/contracts';
import { AppError, type Logger, LOGGER, Secrets } from '@abato/platform';
import { UserSignals } from '../access/actor-cache.js';
import type { Actor } from '../access/actor.js';
import { TokenService } from '../access/token.service.js';
import { SecondFactorCodes } from '../second-factor/second-factor-codes.js';
import { DeviceTokens } from '../throttling/device-tokens.js';
import { ThrottlingService } from '../throttling/throttling.service.js';
import { User, USER_FIELDS, userView } from '../user.entity.js';
import { PasswordService } from './password.service.js';

/** What a client gets when its user has signed in or registered. */
@Injectable()
export class Sessions {
  constructor(
    private readonly tokens: TokenService,
    private readonly devices: DeviceTokens,
  ) {}

  /** @param presented the client's device tokens, separated by commas */
  start(user: User, presented?: string): SessionView {
    const known = this.devices.deviceOf(presented, user.email) ?? undefined;
    return {
      user: userView(user),
      token: this.tokens.sign(user.id, user.tokenVersion),
      deviceToken: this.devices.issue(user.email, known),
    };
  }
}

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

/** Password or code again, before what cannot be undone: the new token says when it was given. */
@Injectable()
export class ReauthenticationService {
  constructor(
    private readonly source: DataSource,
    private readonly passwords: PasswordService,
    private readonly codes: SecondFactorCodes,
    private readonly tries: ThrottlingService,
    private readonly sessions: Sessions,
  ) {}

  /** @throws AppError INVALID_CREDENTIALS, SECOND_FACTOR_WRONG, RATE_LIMITED, VALIDATION_FAILED when neither was given */
  async reauthenticate(actor: Actor, input: ReauthenticateInput): Promise<SessionView> {
    const user = await this.source.getRepository(User).findOne({
      where: { id: actor.id, deletedAt: IsNull() },
      select: { ...USER_FIELDS, passwordHash: true },
    });
    if (!user) throw new AppError('UNAUTHENTICATED');
    const { code, password } = input;
    if (code && actor.secondFactor) await this.codes.prove(actor.id, code);
    else if (password) {
      await this.tries.guard('reauthenticate', actor.id, '', async () => {
        if (!(await this.passwords.verify(user.passwordHash, password))) {
          throw new AppError('INVALID_CREDENTIALS', { message: 'This password is not correct.' });
        }
      });
    } else throw AppError.validation([{ field: 'password', message: 'Password is required' }]);
    return this.sessions.start(user);
  }
}

/** A user's own account. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly signals: UserSignals,
  ) {}

  /** With the ID number, which only its owner sees. */
  async profile(actor: Actor): Promise<UserView> {
    const user = await this.source.getRepository(User).findOne({
      where: { id: actor.id },
      select: { ...USER_FIELDS, idNumberEncrypted: true },
    });
    if (!user) throw new AppError('UNAUTHENTICATED');
    return userView(user, this.secrets.decrypt(user.idNumberEncrypted));
  }

  /** Ends every session of the user, on every device. */
  async logout(actor: Actor): Promise<void> {
    await this.source.getRepository(User).increment({ id: actor.id }, 'tokenVersion', 1);
    await this.signals.changed(actor.id);
  }
}
