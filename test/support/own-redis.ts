import type { Redis } from 'ioredis';
import { createBlockingRedis } from '@abato/platform';
import { testState } from './state.js';

/** A connection to the platform's Redis. Each file that imports this module has its own; it is set before its first test. */
export let redis: Redis;

/** Registers the hooks. */
export function useRedis(): void {
  beforeAll(() => {
    redis = createBlockingRedis(testState().redisUrl, () => undefined);
  });
  afterAll(() => redis?.disconnect());
}
