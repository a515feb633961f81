import { createHash, randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, IsNull, LessThan, PrimaryColumn, Repository } from 'typeorm';
import { Secret, TOTP } from 'otpauth';
import { AppError, type Clock, CLOCK, Secrets } from '@abato/platform';
import { ThrottlingService } from '../throttling/throttling.service.js';
import { User } from '../user.entity.js';

const TOTP_CODE = /^\d{6}$/;

/** A code that stands in for the authenticator app, once (ADR 74). */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid', { name: 'user_id' }) userId!: string;
  @PrimaryColumn('bytea', { name: 'code_sha256' }) digest!: Buffer;
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt!: Date | null;
}

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

/** What authenticator apps show beside the code. */
const ISSUER = 'Abato';
const PERIOD_SECONDS = 30;
/** Steps before and after the current one whose codes are accepted: clocks of phones differ. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** SHA-1, 6 digits, 30 seconds: what every authenticator app supports (RFC 6238). */
const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** @returns a new secret in base 32 */
function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The text of the QR code. @param account shown in the app, for example the e-mail address */
export function totpUri(secret: string, account: string): string {
  return totpOf(secret, account).toString();
}

/** @returns the 30-second step whose code this is, or null when it is none of those accepted now */
function totpStep(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Crockford's base 32: no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const COUNT = 10;
/** 80 random bits: too many to be found from a digest. */
const LENGTH = 16;

/** Codes as the user keeps them: `XXXX-XXXX-XXXX-XXXX`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const text = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return text.replace(/(.{4})(?!$)/g, '$1-');
  });
}

/** What is stored of a code: case, white space and hyphens do not matter. */
export function recoveryDigest(code: string): Buffer {
  return createHash('sha256')
    .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .digest();
}
