import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Redis } from 'ioredis';

/** A Lua script that Redis knows by its digest; sent in full only when it does not. */
export class RedisScript {
  private readonly source: string;
  private readonly digest: string;

  /** @param moduleUrl the caller's `import.meta.url` */
  constructor(moduleUrl: string, name: string) {
    this.source = readFileSync(fileURLToPath(new URL(name, moduleUrl)), 'utf8');
    this.digest = createHash('sha1').update(this.source).digest('hex');
  }

  async run(redis: Redis, keys: string[], values: (string | number)[]): Promise<unknown> {
    try {
      return await redis.evalsha(this.digest, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(this.source, keys.length, ...keys, ...values);
    }
  }
}
