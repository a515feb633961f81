import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import {
  AppError,
  type Environment,
  ENVIRONMENT,
  REDIS,
  senderNetwork,
  type RedisClient,
} from '@abato/platform';
import { ATTEMPT_RULES, type AttemptKind, type AttemptRule, waitAfter } from './throttle-rules.js';

/** Kinds whose success proves that the tries were no guesses. */
const FORGIVEN: ReadonlySet<AttemptKind> = new Set(['findVote', 'secondFactor', 'reauthenticate']);

/** One thing whose tries are counted, and its rule. */
export interface Limit {
  key: string;
  rule: AttemptRule;
}

/** Slows down guessing: tries per account and per address, with a growing wait. While Redis is away each process counts for itself. */
@Injectable()
export class ThrottlingService {
  private readonly tries: RateLimiterRedis;
  /** A key is here as long as its next try has to wait. */
  private readonly waits: RateLimiterRedis;

  constructor(
    @Inject(REDIS) redis: RedisClient,
    @Inject(ENVIRONMENT) private readonly env: Environment,
  ) {
    this.tries = insured(redis, 'abato:attempts');
    this.waits = insured(redis, 'abato:waits');
  }

  /**
   * Run `work` as one try. The try is taken before, so that many at once are counted too.
   * @param guessed what is being guessed at: an e-mail address, a token, or several things at once (a phone and a reference), each
   * with a limit of its own; only digests are stored. Nothing where there is no rule per account
   * @throws AppError RATE_LIMITED with the time to wait, and whatever `work` throws
   */
  async guard<T>(
    kind: AttemptKind,
    guessed: string | readonly string[],
    address: string,
    work: () => Promise<T>,
  ): Promise<T> {
    const things = typeof guessed === 'string' ? [guessed] : guessed;
    const limits = this.limitsOf(kind, things, address);
    await this.take(limits);
    const result = await work();
    // Who knows the password is not guessing; what others tried from the same address is not forgiven.
    if (FORGIVEN.has(kind)) await this.forgive(limits.slice(0, things.length));
    return result;
  }

  /**
   * Only look whether an address has to wait, before its request is read; `guard` takes the try.
   * @throws AppError RATE_LIMITED with the time to wait
   */
  async ask(kind: AttemptKind, address: string): Promise<void> {
    await this.assertNoWait(this.limitsOf(kind, [], address));
  }

  /**
   * Take one try of each limit, or none. For rules that are not per account or address.
   * @throws AppError RATE_LIMITED with the time to wait
   */
  async take(limits: readonly Limit[]): Promise<void> {
    await this.assertNoWait(limits);
    const taken: string[] = [];
    for (const { key, rule } of limits) {
      const { forgetSeconds: customDuration, free } = rule;
      const { consumedPoints: nr } = await this.tries.penalty(key, 1, { customDuration });
      taken.push(key);
      if (nr < free) continue;
      const waitMs = await this.waits
        .consume(key, 1, { customDuration: waitAfter(nr, rule) })
        .then(() => 0, waitOf);
      if (nr === free) continue;
      if (waitMs > 0) {
        // Another try of the same moment was let through.
        for (const undone of taken) await this.tries.reward(undone);
        throw tooMany(waitMs);
      }
      // Forgotten so long after the last of the tries that had to wait.
      await this.tries.set(key, nr, customDuration);
    }
  }

  /** Forget the tries of these limits. */
  async forgive(limits: readonly Limit[]): Promise<void> {
    await Promise.all(limits.flatMap(({ key }) => [this.tries.delete(key), this.waits.delete(key)]));
  }

  /**
   * Count one try that is never refused, until `uncount` takes it back.
   * @returns how many were counted before it within `forgetSeconds`
   */
  async count(key: string, forgetSeconds: number): Promise<number> {
    const { consumedPoints } = await this.tries.penalty(key, 1, { customDuration: forgetSeconds });
    return consumedPoints - 1;
  }

  async uncount(key: string): Promise<void> {
    await this.tries.reward(key);
  }

  /** The limit of an address for a kind of try; null where addresses do not count. */
  addressLimit(kind: AttemptKind, address: string): Limit | null {
    const network = senderNetwork(address, this.env);
    if (network === null) return null;
    return { key: `${kind}:address:${network}`, rule: ATTEMPT_RULES[kind].address };
  }

  private limitsOf(kind: AttemptKind, guessed: readonly string[], address: string): Limit[] {
    const { account } = ATTEMPT_RULES[kind];
    const limits: Limit[] = [];
    for (const text of guessed) {
      if (!account) break;
      const digest = createHash('sha256').update(text.trim().toLowerCase()).digest('base64url').slice(0, 22);
      limits.push({ key: `${kind}:account:${digest}`, rule: account });
    }
    const perAddress = this.addressLimit(kind, address);
    if (perAddress) limits.push(perAddress);
    return limits;
  }

  private async assertNoWait(limits: readonly Limit[]): Promise<void> {
    const waits = await Promise.all(limits.map(({ key }) => this.waits.get(key)));
    const longest = Math.max(0, ...waits.map((wait) => wait?.msBeforeNext ?? 0));
    if (longest > 0) throw tooMany(longest);
  }
}

/** One point per key, for a time that each call names. Counts in this process while Redis is away. */
function insured(storeClient: RedisClient, keyPrefix: string): RateLimiterRedis {
  const options = { keyPrefix, points: 1, duration: 0 };
  const insuranceLimiter = new RateLimiterMemory(options);
  return new RateLimiterRedis({ ...options, storeClient, insuranceLimiter });
}

function waitOf(refusal: RateLimiterRes | Error): number {
  if (refusal instanceof Error) throw refusal;
  return refusal.msBeforeNext;
}

function tooMany(waitMs: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  const time =
    retryAfter < 90
      ? `${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}`
      : `${Math.ceil(retryAfter / 60)} minutes`;
  return new AppError('RATE_LIMITED', {
    message: `Too many attempts. Please wait ${time} and try again.`,
    retryAfter,
  });
}
