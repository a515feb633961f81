import { z } from 'zod';
import { listed, url } from './setting-types.js';

const SENTINEL = /^(\[[\da-f:]+\]|[^:,\s[\]]+)(:\d{1,5})?$/i;
const SENTINEL_PORT = 26_379;

/** Settings of Redis, a part of the environment. */
export const redisSettings = {
  REDIS_URL: url(['redis:', 'rediss:']).describe(
    'Redis for queues, live messages and limits; holds no facts; `rediss:` checks the certificate; with REDIS_SENTINELS `redis://user:password@name`, the name that the sentinels know the primary by (docs/runbook.md#redis)',
  ),
  REDIS_SENTINELS: z
    .string()
    .default('')
    .refine((text) => listed(text).every((sentinel) => SENTINEL.test(sentinel)), {
      message: 'must be addresses such as sentinel-1.example:26379, separated by commas',
    })
    .describe(
      'comma-separated `host:port` of the sentinels that watch a primary with replicas; empty: REDIS_URL names the server itself',
    ),
  REDIS_SENTINEL_USER: z
    .string()
    .default('')
    .describe('login at the sentinels, where they have ACL users; empty: their default user'),
  REDIS_SENTINEL_PASSWORD: z.string().default('').describe('password of the sentinels; empty: they ask none'),
};
export type RedisSettings = z.infer<z.ZodObject<typeof redisSettings>>;

/** Where Redis is: settings, or the address of one server. */
export type RedisServers = string | (Pick<RedisSettings, 'REDIS_URL'> & Partial<RedisSettings>);

/** A half of the settings would only show when the first command is sent. */
export function redisProblems(env: RedisSettings): string[] {
  if (!env.REDIS_SENTINELS) {
    const alone = (['REDIS_SENTINEL_USER', 'REDIS_SENTINEL_PASSWORD'] as const).filter((name) => env[name]);
    return alone.map((name) => `${name}: needs REDIS_SENTINELS`);
  }
  const { hostname, port } = new URL(env.REDIS_URL);
  if (hostname && !port) return [];
  return [
    'REDIS_URL: with REDIS_SENTINELS its host is the name that they know the primary by, without a port',
  ];
}

/** What a client needs to ask sentinels for the primary; null where REDIS_URL names the server itself. */
export function throughSentinels(servers: RedisServers) {
  if (typeof servers === 'string' || !servers.REDIS_SENTINELS) return null;
  const { protocol, hostname, username, password, pathname } = new URL(servers.REDIS_URL);
  return {
    sentinels: listed(servers.REDIS_SENTINELS).map(addressOf),
    name: decodeURIComponent(hostname),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    db: Number(pathname.slice(1)) || 0,
    ...(servers.REDIS_SENTINEL_USER && { sentinelUsername: servers.REDIS_SENTINEL_USER }),
    ...(servers.REDIS_SENTINEL_PASSWORD && { sentinelPassword: servers.REDIS_SENTINEL_PASSWORD }),
    ...(protocol === 'rediss:' && { enableTLSForSentinelMode: true, tls: {}, sentinelTLS: {} }),
  };
}

function addressOf(sentinel: string): { host: string; port: number } {
  const [, host = '', port] = SENTINEL.exec(sentinel) ?? [];
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port?.slice(1) ?? SENTINEL_PORT) };
}
