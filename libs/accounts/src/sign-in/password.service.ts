import { Inject, Injectable } from '@nestjs/common';
import argon2 from 'argon2';
import pLimit from 'p-limit';
import { PASSWORD_TOO_COMMON } from '@abato/contracts';
import { AppError, DEMO_ACCOUNTS, type Environment, ENVIRONMENT } from '@abato/platform';
import type { UsersRepository } from '../users.repository.js';
import { isCommonPassword } from './common-passwords.js';

/** argon2id with OWASP's second recommended setting (19 MiB, 2 passes, 1 lane). */
export const PASSWORD_HASH = {
  type: argon2.argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

/** Hashes at once: each takes 19 MiB and a thread, and threads also serve files and DNS. */
const MAX_PARALLEL = 2;
/** A few seconds of work; a longer queue would only make every sign-in slow. */
const MAX_WAITING = 100;
const RETRY_AFTER_SECONDS = 5;

@Injectable()
export class PasswordService {
  private readonly limit = pLimit(MAX_PARALLEL);
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
    return this.limited(() => argon2.hash(password, PASSWORD_HASH));
  }

  /** @param hash undefined when no such account exists: takes as long, and is false */
  async verify(hash: string | undefined, password: string): Promise<boolean> {
    const against = hash ?? (await this.decoy);
    const matches = await this.limited(() => argon2.verify(against, password));
    return hash !== undefined && matches;
  }

  /** @throws AppError OVERLOADED when too many wait */
  private async limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.limit.activeCount + this.limit.pendingCount >= MAX_PARALLEL + MAX_WAITING)
      throw new AppError('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
    return this.limit(work);
  }
}

/**
 * For the start of a production process: a database that was once filled with demo data accepts known passwords.
 * @throws Error in one sentence that names the accounts which still have their public password
 */
export async function refuseDemoAccounts(
  users: Pick<UsersRepository, 'passwordHashOf'>,
  passwords: Pick<PasswordService, 'verify'>,
): Promise<void> {
  const open: string[] = [];
  for (const { email, password } of Object.values(DEMO_ACCOUNTS)) {
    const hash = await users.passwordHashOf(email);
    if (hash && (await passwords.verify(hash, password))) open.push(email);
  }
  if (!open.length) return;
  throw new Error(
    `The database has demo accounts with their public password (${open.join(', ')}): this is refused in production; give them another with \`admin reset-password\`, or delete them.`,
  );
}
