import { z } from 'zod';
import { anyText, listed, url as urlSetting } from './setting-types.js';

const ADDRESS = /^(\[[\da-f:]+\]|[^:,\s[\]]+)(:\d{1,5})?$/i;
const SENTINEL_PORT = 26_379;
const SERVER_PORT = 6_379;

const addresses = (example: string) =>
  anyText.refine((text) => listed(text).every((address) => ADDRESS.test(address)), {
    message: `must be addresses such as ${example}, separated by commas`,
  });

/** Settings of Redis, a part of the environment. */
export const redisSettings = {
  REDIS_URL: urlSetting(['redis:', 'rediss:']).describe(
    'Redis for queues, live messages and limits; holds no facts; `rediss:` checks the certificate; with REDIS_SENTINELS `redis://user:password@name`, the name that the sentinels know the primary by (docs/runbook.md#redis)',
  ),
  REDIS_SENTINELS: addresses('sentinel-1.example:26379').describe(
    'comma-separated `host:port` of the sentinels that watch a primary with replicas; empty: REDIS_URL names the server itself',
  ),
  REDIS_SENTINEL_USER: anyText.describe(
    'login at the sentinels, where they have ACL users; empty: their default user',
  ),
  REDIS_SENTINEL_PASSWORD: anyText.describe('password of the sentinels; empty: they ask none'),
  REDIS_CLUSTER_NODES: addresses('node-1.example:6379').describe(
    'comma-separated `host:port` of servers of a Redis Cluster by which the others are found; REDIS_URL names one of them and the login; empty: no cluster',
  ),
};
export type RedisSettings = z.infer<z.ZodObject<typeof redisSettings>>;

/** Where Redis is: settings, or the address of one server. */
export type RedisServers = string | (Pick<RedisSettings, 'REDIS_URL'> & Partial<RedisSettings>);

/** A half of the settings would only show when the first command is sent. */
export function redisProblems(env: RedisSettings): string[] {
  if (env.REDIS_CLUSTER_NODES) return clusterProblems(env);
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

function clusterProblems(env: RedisSettings): string[] {
  const problems: string[] = [];
  if (env.REDIS_SENTINELS) problems.push('REDIS_CLUSTER_NODES: a cluster has no sentinels');
  if (databaseOf(new URL(env.REDIS_URL)) !== 0) problems.push('REDIS_URL: a cluster has the database 0 only');
  return problems;
}

const databaseOf = ({ pathname }: URL): number => Number(pathname.slice(1)) || 0;

function loginOf({ username, password }: URL): { username?: string; password?: string } {
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  };
}

/** What a client needs to find the servers of a cluster; null where there is none. */
export function ofCluster(servers: RedisServers) {
  if (typeof servers === 'string' || !servers.REDIS_CLUSTER_NODES) return null;
  const first = new URL(servers.REDIS_URL);
  const others = listed(servers.REDIS_CLUSTER_NODES).map((node) => addressOf(node, SERVER_PORT));
  return {
    nodes: [addressOf(first.host, SERVER_PORT), ...others],
    isEncrypted: first.protocol === 'rediss:',
    login: loginOf(first),
  };
}

/** What a client needs to ask sentinels for the primary; null where REDIS_URL names the server itself. */
export function throughSentinels(servers: RedisServers) {
  if (typeof servers === 'string' || !servers.REDIS_SENTINELS) return null;
  const url = new URL(servers.REDIS_URL);
  return {
    sentinels: listed(servers.REDIS_SENTINELS).map((sentinel) => addressOf(sentinel, SENTINEL_PORT)),
    name: decodeURIComponent(url.hostname),
    ...loginOf(url),
    db: databaseOf(url),
    ...(servers.REDIS_SENTINEL_USER && { sentinelUsername: servers.REDIS_SENTINEL_USER }),
    ...(servers.REDIS_SENTINEL_PASSWORD && { sentinelPassword: servers.REDIS_SENTINEL_PASSWORD }),
    ...(url.protocol === 'rediss:' && { enableTLSForSentinelMode: true, tls: {}, sentinelTLS: {} }),
  };
}

function addressOf(text: string, usualPort: number): { host: string; port: number } {
  const [, host = '', port] = ADDRESS.exec(text) ?? [];
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port?.slice(1) ?? usualPort) };
}
