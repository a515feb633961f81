import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
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
  type RedisClient,
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
const FORGIVEN: ReadonlySet<AttemptKind> = new Set(['findVote', 'secondFactor', 'reauthenticate']);
const MAX_REMEMBERED = 10_000;

/** One thing whose tries are counted, and its rule. */
export interface Limit {
  key: string;
  rule: AttemptRule;
}

/** Slows down guessing: tries per account and per address, with a growing wait. */
@Injectable()
export class ThrottlingService {
  /** Used while Redis is away: this process alone then remembers, which is less than all but not nothing. */
  private readonly remembered = new Map<string, AttemptState>();

  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
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
    const now = this.clock.now().getTime();
    for (const { key, rule } of this.limitsOf(kind, [], address)) {
      const seconds = waitFor(await this.stateOf(key), rule, now);
      if (seconds > 0) throw tooMany(seconds);
    }
  }

  /**
   * Take one try of each limit, or none. For rules that are not per account or address.
   * @throws AppError RATE_LIMITED with the time to wait
   */
  async take(limits: readonly Limit[]): Promise<void> {
    const seconds = await this.waitOf(limits);
    if (seconds > 0) throw tooMany(seconds);
  }

  /** Forget the tries of these limits. */
  async forgive(limits: readonly Limit[]): Promise<void> {
    for (const { key } of limits) this.remembered.delete(key);
    const keys = limits.map(({ key }) => key);
    if (keys.length) await this.redis.del(...keys).catch(() => undefined);
  }

  /**
   * Count one try that is never refused, until `uncount` takes it back.
   * @returns how many were counted before it within `forgetSeconds`
   */
  async count(key: string, forgetSeconds: number): Promise<number> {
    try {
      const answers = await this.redis.multi().hincrby(key, 'tries', 1).expire(key, forgetSeconds).exec();
      return Number(answers?.[0]?.[1]) - 1;
    } catch {
      const rule = { free: 0, waitSeconds: 0, maxWaitSeconds: 0, forgetSeconds };
      return this.remember(key, rule, this.clock.now().getTime()) - 1;
    }
  }

  async uncount(key: string): Promise<void> {
    const state = this.remembered.get(key);
    if (state) this.remembered.set(key, { ...state, tries: Math.max(0, state.tries - 1) });
    try {
      if ((await this.redis.hincrby(key, 'tries', -1)) <= 0) await this.redis.del(key);
    } catch {
      // Redis is away: what is counted there is forgotten after its time.
    }
  }

  /** The limit of an address for a kind of try; null where addresses do not count. */
  addressLimit(kind: AttemptKind, address: string): Limit | null {
    const network = senderNetwork(address, this.env);
    if (network === null) return null;
    return { key: `abato:tries:${kind}:address:${network}`, rule: ATTEMPT_RULES[kind].address };
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
    const { account } = ATTEMPT_RULES[kind];
    const limits: Limit[] = [];
    for (const text of guessed) {
      if (!account) break;
      const digest = createHash('sha256').update(text.trim().toLowerCase()).digest('base64url').slice(0, 22);
      limits.push({ key: `abato:tries:${kind}:account:${digest}`, rule: account });
    }
    const perAddress = this.addressLimit(kind, address);
    if (perAddress) limits.push(perAddress);
    return limits;
  }

  private async waitOf(limits: readonly Limit[]): Promise<number> {
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

  private takeInMemory(limits: readonly Limit[], now: number): number {
    const seconds = Math.max(...limits.map(({ key, rule }) => waitFor(this.remembered.get(key), rule, now)));
    if (seconds > 0) return seconds;
    for (const { key, rule } of limits) this.remember(key, rule, now);
    return 0;
  }

  /** @returns the tries with this one */
  private remember(key: string, rule: AttemptRule, now: number): number {
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    const state = afterTry(this.remembered.get(key), rule, now);
    this.remembered.set(key, state);
    return state.tries;
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
