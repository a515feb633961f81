import { Inject, Injectable } from '@nestjs/common';
import argon2 from 'argon2';
import { PASSWORD_TOO_COMMON } from '@abato/contracts';
import { AppError, type Environment, ENVIRONMENT } from '@abato/platform';
import { isCommonPassword } from './common-passwords.js';

/** argon2id with OWASP's second recommended setting (19 MiB, 2 passes, 1 lane). */
const OPTIONS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes at once: each takes 19 MiB and a thread, and threads also serve files and DNS. */
const MAX_PARALLEL = 2;
/** A few seconds of work; a longer queue would only make every sign-in slow. */
const MAX_WAITING = 100;
const RETRY_AFTER_SECONDS = 5;

@Injectable()
export class PasswordService {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** Verified against for unknown addresses, so that the answer takes the same time. */
  private readonly decoy = this.hash('no account has this password');

  constructor(@Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'production'>) {}

  /**
   * Hash a password that a user chose. Easy ones are refused in production only: elsewhere they protect nothing, and scripts use them.
   * @param about names and addresses of the account
   * @throws AppError VALIDATION_FAILED for a common password, OVERLOADED when too many wait
   */
  async hashChosen(password: string, about: readonly string[]): Promise<string> {
    if (this.env.production && (await isCommonPassword(password, about))) {
      throw AppError.validation([{ field: 'password', message: PASSWORD_TOO_COMMON }]);
    }
    return this.hash(password);
  }

  private async hash(password: string): Promise<string> {
    return this.limited(() => argon2.hash(password, OPTIONS));
  }

  /** @param hash undefined when no such account exists: takes as long, and is false */
  async verify(hash: string | undefined, password: string): Promise<boolean> {
    const against = hash ?? (await this.decoy);
    const matches = await this.limited(() => argon2.verify(against, password));
    return hash !== undefined && matches;
  }

  /** @throws AppError OVERLOADED when too many wait */
  private async limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting.length >= MAX_WAITING)
      throw new AppError('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
    if (this.running >= MAX_PARALLEL) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
