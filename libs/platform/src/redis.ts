import { Redis } from 'ioredis';
import { PartError } from './readiness.js';

/**
 * A connection on which a command has had no answer for this long is broken and made anew: a Redis that vanished without a word is
 * otherwise waited for until TCP gives up. Longer than `commandTimeout`, and than the ten seconds a blocking command may wait.
 */
const SILENCE_MS = 5_000;
const BLOCKING_SILENCE_MS = 20_000;

/**
 * A connection for producers, limits and publishing. While Redis is away commands fail at once instead of piling up: every
 * caller has PostgreSQL to fall back on.
 */
export function createRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 3_000,
    commandTimeout: 3_000,
    socketTimeout: SILENCE_MS,
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  });
  redis.on('error', onError);
  return redis;
}

/** A connection for subscribers and workers: waits for Redis as long as it takes. */
export function createBlockingRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    connectTimeout: 3_000,
    socketTimeout: BLOCKING_SILENCE_MS,
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  });
  redis.on('error', onError);
  return redis;
}

/**
 * Refuse a Redis that may evict: with `allkeys-lru` it drops acknowledged jobs without an error.
 * @throws PartError `redis-eviction` naming the setting; another error when Redis does not answer
 */
export async function assertNoEviction(redis: Redis): Promise<void> {
  const info = await redis.info('memory');
  const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1];
  if (policy && policy !== 'noeviction') {
    throw new PartError(
      'redis-eviction',
      `Redis runs with maxmemory-policy ${policy}; set it to noeviction, or queued work is dropped silently.`,
    );
  }
}
