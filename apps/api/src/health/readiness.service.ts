import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { isMigrated } from '@abato/database';
import { REDIS } from '@abato/platform';

/** Past this, a part counts as not answering. */
const TIMEOUT_MS = 2_000;

@Injectable()
export class ReadinessService {
  constructor(
    private readonly source: DataSource,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /** Names of the parts that do not work: `postgresql`, `migrations`, `redis`. */
  async failing(): Promise<string[]> {
    const [database, redis] = await Promise.all([
      inTime(isMigrated(this.source)).then(
        (migrated) => (migrated ? null : 'migrations'),
        () => 'postgresql',
      ),
      inTime(this.redis.ping()).then(
        () => null,
        () => 'redis',
      ),
    ]);
    return [database, redis].filter((name) => name !== null);
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), TIMEOUT_MS);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
