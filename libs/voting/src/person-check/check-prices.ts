import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { VOTES_PER_ADDRESS } from '@abato/contracts';
import { inTime, type RedisClient } from '@abato/platform';
import { RATE_MINUTES } from '../limits/free-vote.js';

/**
 * What is asked for by one network in five minutes costs nothing at first, and then a person check of so many times the ordinary work. The last
 * price is one that a phone of 2016 pays in about 15 s.
 */
const PRICES = [0, 1, 2, 4, 8] as const;

/** Counts person checks and tokens per network: a network that collects them pays more for each further one. Without Redis each process counts for itself. */
export class CheckPrices {
  private readonly counted: RateLimiterRedis;
  private readonly countedAlone: RateLimiterMemory;

  constructor(
    storeClient: RedisClient,
    private readonly redisWithinMs: number,
  ) {
    const options = { keyPrefix: 'abato:asked', points: 1, duration: RATE_MINUTES * 60 };
    this.counted = new RateLimiterRedis({ ...options, storeClient });
    this.countedAlone = new RateLimiterMemory(options);
  }

  /**
   * Count one more.
   * @param network keyed digest
   * @returns strength of the check that it costs; 0 for none
   */
  async next(kind: 'check' | 'token', network: Buffer, now: Date): Promise<number> {
    const window = Math.floor(now.getTime() / (RATE_MINUTES * 60_000));
    const key = `${kind}:${network.toString('base64url')}:${window}`;
    const { consumedPoints } = await inTime(
      this.counted.penalty(key),
      this.redisWithinMs,
      'redis is slow',
    ).catch(() => this.countedAlone.penalty(key));
    const step = Math.floor((consumedPoints - 1) / VOTES_PER_ADDRESS);
    return PRICES[Math.min(step, PRICES.length - 1)] as number;
  }
}
