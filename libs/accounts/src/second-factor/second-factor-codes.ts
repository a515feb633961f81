import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThan, Repository } from 'typeorm';
import { AppError, type Clock, CLOCK, Secrets } from '@abato/platform';
import { ThrottlingService } from '../throttling/throttling.service.js';
import { User } from '../user.entity.js';
import { newTotpSecret, recoveryDigest, totpStep } from './codes.js';
import { RecoveryCode } from './recovery-code.entity.js';

const TOTP_CODE = /^\d{6}$/;

/** Checks codes of second factors: each code works once, wrong ones are slowed down per account (ADR 74). */
@Injectable()
export class SecondFactorCodes {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    @InjectRepository(RecoveryCode) private readonly recovery: Repository<RecoveryCode>,
    private readonly secrets: Secrets,
    private readonly tries: ThrottlingService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns a secret for the authenticator app, and encrypted as it is stored */
  newSecret(): { secret: string; sealed: Buffer } {
    const secret = newTotpSecret();
    return { secret, sealed: this.secrets.encrypt(secret) };
  }

  /**
   * @param code of the authenticator app, or a recovery code
   * @throws AppError SECOND_FACTOR_WRONG (also for a code that was used), RATE_LIMITED
   */
  async prove(userId: string, code: string): Promise<void> {
    await this.tries.guard('secondFactor', userId, '', async () => {
      const compact = code.replace(/\s/g, '');
      const accepted = TOTP_CODE.test(compact)
        ? await this.takeTotp(userId, compact)
        : await this.takeRecoveryCode(userId, compact);
      if (!accepted) throw new AppError('SECOND_FACTOR_WRONG');
    });
  }

  private async takeTotp(userId: string, code: string): Promise<boolean> {
    const user = await this.users.findOne({
      where: { id: userId, deletedAt: IsNull() },
      select: { secondFactorEncrypted: true },
    });
    const sealed = user?.secondFactorEncrypted;
    if (!sealed) return false;
    const step = totpStep(this.secrets.decrypt(sealed), code, this.clock.now());
    if (step === null) return false;
    // The row decides: of two requests with one code, one finds the step taken.
    const own = { id: userId, secondFactorEncrypted: sealed };
    const { affected } = await this.users.update(
      [
        { ...own, secondFactorStep: IsNull() },
        { ...own, secondFactorStep: LessThan(step) },
      ],
      { secondFactorStep: step },
    );
    return affected === 1;
  }

  private async takeRecoveryCode(userId: string, code: string): Promise<boolean> {
    const { affected } = await this.recovery.update(
      { userId, digest: recoveryDigest(code), usedAt: IsNull() },
      { usedAt: this.clock.now() },
    );
    return affected === 1;
  }
}
