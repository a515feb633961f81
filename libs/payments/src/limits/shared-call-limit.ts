import type { Redis } from 'ioredis';
import { type Clock, RedisScript } from '@abato/platform';
import { ProviderError } from '../paystack/errors.js';
import { budgetOf, CALL_PURPOSES, type CallBudget, type CallPurpose, CallWindow } from './call-budget.js';

const TAKE = new RedisScript(import.meta.url, './take-call.lua');
/** Without Redis nobody knows what the others do: each process then takes a tenth. */
const SHARE_ALONE = 0.1;

/** Stands before every call to the provider. */
export interface CallGate {
  /** @throws ProviderError 'rate-limited' with the seconds to wait: nothing was sent */
  pass(purpose: CallPurpose): Promise<void>;
  /** The provider said that we ask too much. @param seconds until its window ends */
  refused(purpose: CallPurpose, seconds: number): Promise<void>;
}

/**
 * One budget of calls for all processes, kept in Redis, below what the account is allowed. A 429 that one process gets silences
 * all of them for that purpose until the provider's window ends. While Redis is away each process keeps to a small share.
 */
export class SharedCallLimit implements CallGate {
  private readonly budget: CallBudget;
  private readonly alone: CallWindow;
  private readonly quietUntil = new Map<CallPurpose, number>();

  /** @param key prefix of the keys in Redis, one per account at the provider */
  constructor(
    private readonly redis: Redis,
    callsPerMinute: number,
    private readonly clock: Clock,
    private readonly key = 'abato:provider-calls',
  ) {
    this.budget = budgetOf(callsPerMinute);
    this.alone = new CallWindow(budgetOf(callsPerMinute, SHARE_ALONE));
  }

  async pass(purpose: CallPurpose): Promise<void> {
    const now = this.clock.now().getTime();
    const quiet = (this.quietUntil.get(purpose) ?? 0) - now;
    const waitMs = quiet > 0 ? quiet : await this.take(purpose, now);
    if (waitMs > 0) {
      throw new ProviderError('rate-limited', 'our share of calls is used up', {
        retryAfter: Math.ceil(waitMs / 1000),
      });
    }
  }

  async refused(purpose: CallPurpose, seconds: number): Promise<void> {
    const ms = seconds * 1000;
    const until = this.clock.now().getTime() + ms;
    this.quietUntil.set(purpose, until);
    await this.redis.set(`${this.key}:quiet:${purpose}`, until, 'PX', ms).catch(() => undefined);
  }

  private async take(purpose: CallPurpose, now: number): Promise<number> {
    const { total, reserved } = this.budget;
    const reserves = CALL_PURPOSES.flatMap((one) => [one, reserved[one]]);
    const keys = [this.key, `${this.key}:quiet:${purpose}`];
    let wait: number;
    try {
      wait = Number(await TAKE.run(this.redis, keys, [now, purpose, total, ...reserves]));
    } catch {
      return this.alone.take(purpose, now);
    }
    // Remembered, so that the loss of Redis in mid-window does not begin a new allowance.
    if (wait === 0) this.alone.note(purpose, now);
    return wait;
  }
}
