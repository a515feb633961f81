import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RedisClient } from './redis.js';

/** Stands for a key that is left out: a login that may use `abato:*` is refused an empty one, and with it the whole script. */
const NO_KEY = 'abato:none';
/** Scripts know a key that is left out as an empty one. In a cluster it begins with the tag of all keys. */
const PRELUDE = `for i, key in ipairs(KEYS) do if string.sub(key, -#'${NO_KEY}') == '${NO_KEY}' then KEYS[i] = '' end end\n`;

/** A Lua script that Redis knows by its digest; sent in full only when it does not. */
export class RedisScript {
  private readonly source: string;
  private readonly digest: string;

  /** @param moduleUrl the caller's `import.meta.url` */
  constructor(moduleUrl: string, name: string) {
    this.source = PRELUDE + readFileSync(fileURLToPath(new URL(name, moduleUrl)), 'utf8');
    this.digest = createHash('sha1').update(this.source).digest('hex');
  }

  /** @param given keys; the script does not look at an empty one */
  async run(redis: RedisClient, given: string[], values: (string | number)[]): Promise<unknown> {
    const keys = given.map((key) => key || NO_KEY);
    try {
      return await redis.evalsha(this.digest, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(this.source, keys.length, ...keys, ...values);
    }
  }
}
