import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError, type Clock, CLOCK, Secrets } from '@abato/platform';
import { ThrottlingService } from '../throttling/throttling.service.js';
import { recoveryDigest } from './recovery-codes.js';
import { newTotpSecret, totpStep } from './totp.js';

const TOTP_CODE = /^\d{6}$/;

/** Checks codes of second factors: each code works once, wrong ones are slowed down per account (ADR 74). */
@Injectable()
export class SecondFactorCodes {
  constructor(
    private readonly source: DataSource,
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
    const rows: { second_factor_encrypted: Buffer | null }[] = await this.source.query(
      'SELECT second_factor_encrypted FROM users WHERE id = $1 AND deleted_at IS NULL',
      [userId],
    );
    const sealed = rows[0]?.second_factor_encrypted;
    const step = sealed ? totpStep(this.secrets.decrypt(sealed), code, this.clock.now()) : null;
    if (step === null) return false;
    // The row decides: of two requests with one code, one finds the step taken.
    const [, taken]: [unknown, number] = await this.source.query(
      `UPDATE users SET second_factor_step = $2
       WHERE id = $1 AND (second_factor_step IS NULL OR second_factor_step < $2) AND second_factor_encrypted = $3`,
      [userId, step, sealed],
    );
    return taken === 1;
  }

  private async takeRecoveryCode(userId: string, code: string): Promise<boolean> {
    const [, used]: [unknown, number] = await this.source.query(
      'UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND code_sha256 = $2 AND used_at IS NULL',
      [userId, recoveryDigest(code), this.clock.now()],
    );
    return used === 1;
  }
}
