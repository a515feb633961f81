import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { ReauthenticateInput, SessionView } from '@abato/contracts';
import { AppError } from '@abato/platform';
import type { Actor } from '../access/actor.js';
import { SecondFactorCodes } from '../second-factor/second-factor-codes.js';
import { ThrottlingService } from '../throttling/throttling.service.js';
import { User } from '../user.entity.js';
import { USER_FIELDS } from '../user.view.js';
import { PasswordService } from './password.service.js';
import { Sessions } from './sessions.js';

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
