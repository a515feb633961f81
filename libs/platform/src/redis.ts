import { Redis, type RedisOptions } from 'ioredis';
import { PartError } from './readiness.js';
import { type RedisServers, throughSentinels } from './redis-settings.js';

/**
 * A connection on which a command has had no answer for this long is broken and made anew: a Redis that vanished without a word is
 * otherwise waited for until TCP gives up. Longer than `commandTimeout`, and than the ten seconds a blocking command may wait.
 */
const SILENCE_MS = 5_000;
const BLOCKING_SILENCE_MS = 20_000;

/** How long a sentinel has to answer: one that hangs must not keep the others from being asked. */
const SENTINEL_WITHIN_MS = 2_000;

/**
 * A connection for producers, limits and publishing. While Redis is away commands fail at once instead of piling up: every
 * caller has PostgreSQL to fall back on.
 */
export function createRedis(servers: RedisServers, onError: (error: Error) => void): Redis {
  const redis = connect(servers, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 3_000,
    socketTimeout: SILENCE_MS,
  });
  redis.on('error', onError);
  return redis;
}

/** A connection for subscribers and workers: waits for Redis as long as it takes. */
export function createBlockingRedis(servers: RedisServers, onError: (error: Error) => void): Redis {
  const redis = connect(servers, { maxRetriesPerRequest: null, socketTimeout: BLOCKING_SILENCE_MS });
  redis.on('error', onError);
  return redis;
}

function connect(servers: RedisServers, own: RedisOptions): Redis {
  const options: RedisOptions = {
    connectTimeout: 3_000,
    retryStrategy: retryDelayMs,
    // A server that is a replica since a fail-over stays connected: the primary is at the same address now, or known to the sentinels.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    ...own,
  };
  const watched = throughSentinels(servers);
  if (!watched) return new Redis(typeof servers === 'string' ? servers : servers.REDIS_URL, options);
  return new Redis({
    ...options,
    ...watched,
    sentinelCommandTimeout: SENTINEL_WITHIN_MS,
    sentinelRetryStrategy: retryDelayMs,
    // Also leaves a primary that hangs, or that only the sentinels do not reach, as soon as there is another one.
    failoverDetector: true,
  });
}

function retryDelayMs(times: number): number {
  return Math.min(times * 100, 1_000);
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
