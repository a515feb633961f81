import { VOTES_PER_ADDRESS } from '@abato/contracts';
import { inTime, type RedisClient } from '@abato/platform';
import { RATE_MINUTES } from '../limits/free-vote.js';

/**
 * What is asked for by one network in five minutes costs nothing at first, and then a person check of so many times the ordinary work. The last
 * price is one that a phone of 2016 pays in about 15 s.
 */
const PRICES = [0, 1, 2, 4, 8] as const;
/** After a failure Redis is left alone this long. */
const PAUSE_MS = 1_000;
/** Networks remembered while Redis is away; more forget all, which only makes this process cheaper. */
const MAX_KNOWN = 20_000;

/** @param asked how often, this time included */
export function priceOf(asked: number): number {
  const step = Math.floor((asked - 1) / VOTES_PER_ADDRESS);
  return PRICES[Math.min(step, PRICES.length - 1)] as number;
}

/** Counts person checks and tokens per network: a network that collects them pays more for each further one. Without Redis each process counts for itself. */
export class CheckPrices {
  private readonly counted = new Map<string, number>();
  private pausedUntil = 0;

  constructor(
    private readonly redis: RedisClient,
    private readonly redisWithinMs: number,
  ) {}

  /**
   * Count one more.
   * @param network keyed digest
   * @returns strength of the check that it costs; 0 for none
   */
  async next(kind: 'check' | 'token', network: Buffer, now: Date): Promise<number> {
    const window = Math.floor(now.getTime() / (RATE_MINUTES * 60_000));
    const key = `abato:asked:${kind}:${network.toString('base64url')}:${window}`;
    const known = this.remember(key);
    if (performance.now() < this.pausedUntil) return priceOf(known);
    try {
      const answers = await inTime(
        this.redis
          .multi()
          .incr(key)
          .expire(key, RATE_MINUTES * 60)
          .exec(),
        this.redisWithinMs,
        'redis is slow',
      );
      return priceOf(Math.max(known, Number(answers?.[0]?.[1] ?? 0)));
    } catch {
      this.pausedUntil = performance.now() + PAUSE_MS;
      return priceOf(known);
    }
  }

  private remember(key: string): number {
    if (this.counted.size >= MAX_KNOWN && !this.counted.has(key)) this.counted.clear();
    const count = (this.counted.get(key) ?? 0) + 1;
    this.counted.set(key, count);
    return count;
  }
}
