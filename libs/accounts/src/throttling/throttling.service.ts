import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import {
  AppError,
  type Clock,
  CLOCK,
  type Environment,
  ENVIRONMENT,
  type Logger,
  LOGGER,
  REDIS,
  RedisScript,
  senderNetwork,
} from '@abato/platform';
import {
  afterTry,
  ATTEMPT_RULES,
  type AttemptKind,
  type AttemptRule,
  type AttemptState,
  waitFor,
} from './throttle-rules.js';

const TAKE = new RedisScript(import.meta.url, './take-attempt.lua');
/** Kinds whose success proves that the tries were no guesses. */
const FORGIVEN: ReadonlySet<AttemptKind> = new Set(['login', 'findVote']);
const MAX_REMEMBERED = 10_000;

interface Limit {
  key: string;
  rule: AttemptRule;
}

/** Slows down guessing: tries per account and per address, with a growing wait. */
@Injectable()
export class ThrottlingService {
  /** Used while Redis is away: this process alone then remembers, which is less than all but not nothing. */
  private readonly remembered = new Map<string, AttemptState>();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(ENVIRONMENT) private readonly env: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

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
    const seconds = await this.take(limits);
    if (seconds > 0) throw tooMany(seconds);
    const result = await work();
    // Who knows the password is not guessing; what others tried from the same address is not forgiven.
    if (FORGIVEN.has(kind))
      await Promise.all(limits.slice(0, things.length).map((limit) => this.forgive(limit)));
    return result;
  }

  /**
   * Only look whether an address has to wait, before its request is read; `guard` takes the try.
   * @throws AppError RATE_LIMITED with the time to wait
   */
  async ask(kind: AttemptKind, address: string): Promise<void> {
    const now = this.clock.now().getTime();
    for (const { key, rule } of this.limitsOf(kind, [], address)) {
      const seconds = waitFor(await this.stateOf(key), rule, now);
      if (seconds > 0) throw tooMany(seconds);
    }
  }

  private async stateOf(key: string): Promise<AttemptState | undefined> {
    try {
      const [tries, last] = await this.redis.hmget(key, 'tries', 'last');
      return { tries: Number(tries ?? 0), lastMs: Number(last ?? 0) };
    } catch {
      return this.remembered.get(key);
    }
  }

  private limitsOf(kind: AttemptKind, guessed: readonly string[], address: string): Limit[] {
    const { account, address: perAddress } = ATTEMPT_RULES[kind];
    const limits: Limit[] = [];
    for (const text of guessed) {
      if (!account) break;
      const digest = createHash('sha256').update(text.trim().toLowerCase()).digest('base64url').slice(0, 22);
      limits.push({ key: `abato:tries:${kind}:account:${digest}`, rule: account });
    }
    const network = senderNetwork(address, this.env);
    if (network !== null) limits.push({ key: `abato:tries:${kind}:address:${network}`, rule: perAddress });
    return limits;
  }

  private async take(limits: Limit[]): Promise<number> {
    if (limits.length === 0) return 0;
    const now = this.clock.now().getTime();
    const keys = limits.map((limit) => limit.key);
    const values = limits.flatMap(({ rule }) => [
      rule.free,
      rule.waitSeconds,
      rule.maxWaitSeconds,
      rule.forgetSeconds,
    ]);
    try {
      return Number(await TAKE.run(this.redis, keys, [now, ...values])) / 1000;
    } catch (error) {
      this.log.debug({ reason: (error as Error).message }, 'tries are counted in memory');
      return this.takeInMemory(limits, now);
    }
  }

  private takeInMemory(limits: Limit[], now: number): number {
    const seconds = Math.max(...limits.map(({ key, rule }) => waitFor(this.remembered.get(key), rule, now)));
    if (seconds > 0) return seconds;
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    for (const { key, rule } of limits) {
      this.remembered.set(key, afterTry(this.remembered.get(key), rule, now));
    }
    return 0;
  }

  private async forgive(limit: Limit): Promise<void> {
    this.remembered.delete(limit.key);
    await this.redis.del(limit.key).catch(() => undefined);
  }
}

function tooMany(seconds: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  const time =
    retryAfter < 90
      ? `${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}`
      : `${Math.ceil(retryAfter / 60)} minutes`;
  return new AppError('RATE_LIMITED', {
    message: `Too many attempts. Please wait ${time} and try again.`,
    retryAfter,
  });
}
