import { Cluster, type ClusterNode, type ClusterOptions, Command, Redis, type RedisOptions } from 'ioredis';
import { PartError } from './readiness.js';
import { ofCluster, type RedisServers, throughSentinels } from './redis-settings.js';

/** A connection to one server or primary, or those to the servers of a cluster. */
export type RedisClient = Redis | Cluster;

/**
 * Begins every key of ours in a cluster, and no key elsewhere: scripts and transactions use keys of several phones, addresses and
 * contests, which must then be on one server.
 */
const CLUSTER_TAG = '{abato}';
/** In place of the queues' usual `bull`, for the same reason. */
const CLUSTER_QUEUES = `${CLUSTER_TAG}bull`;

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
 * caller has PostgreSQL to fall back on. A cluster that has lost a server stays connected: a command for that one fails within seconds.
 */
export function createRedis(server: string, onError: (error: Error) => void): Redis;
export function createRedis(servers: RedisServers, onError: (error: Error) => void): RedisClient;
export function createRedis(servers: RedisServers, onError: (error: Error) => void): RedisClient {
  const redis = connect(servers, CLUSTER_TAG, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 3_000,
    socketTimeout: SILENCE_MS,
  });
  return reporting(redis, onError);
}

/** A connection for workers: waits for Redis as long as it takes. */
export function createBlockingRedis(server: string, onError: (error: Error) => void): Redis;
export function createBlockingRedis(servers: RedisServers, onError: (error: Error) => void): RedisClient;
export function createBlockingRedis(servers: RedisServers, onError: (error: Error) => void): RedisClient {
  // Without a tag: queues have their own.
  const redis = connect(servers, '', { maxRetriesPerRequest: null, socketTimeout: BLOCKING_SILENCE_MS });
  return reporting(redis, onError);
}

/**
 * A connection for `LiveSubscriber`. Any server of a cluster passes messages on: it is at one of those that the settings name, and after
 * a loss at the next one. The driver's own subscriber of a cluster has no limit of time, and moves without a word.
 */
export function createSubscriber(servers: RedisServers, onError: (error: Error) => void): Redis {
  // LiveSubscriber subscribes again whenever the connection is ready, and logs a refusal.
  const own: RedisOptions = {
    maxRetriesPerRequest: null,
    socketTimeout: SILENCE_MS,
    autoResubscribe: false,
  };
  const cluster = ofCluster(servers);
  if (!cluster) return reporting(connect(servers, '', own) as Redis, onError);
  const { nodes, login, isEncrypted } = cluster;
  let nr = Math.floor(Math.random() * nodes.length);
  const redis = new Redis({
    ...COMMON,
    ...own,
    ...login,
    ...(isEncrypted && { tls: {} }),
    ...nodes[nr],
    retryStrategy: (times) => {
      nr = (nr + 1) % nodes.length;
      Object.assign(redis.options, nodes[nr]);
      return retryDelayMs(times);
    },
  });
  return reporting(redis, onError);
}

const COMMON = {
  connectTimeout: 3_000,
  retryStrategy: retryDelayMs,
  // A server that is a replica since a fail-over stays connected: the primary is at the same address now, or known to the sentinels.
  // Redis 6 puts other words before it when a script is refused.
  reconnectOnError: (error) => /\bREADONLY\b/.test(error.message),
} satisfies RedisOptions;

function connect(servers: RedisServers, tag: string, own: RedisOptions): RedisClient {
  const options: RedisOptions = { ...COMMON, ...own };
  const cluster = ofCluster(servers);
  if (cluster) {
    const { nodes, login, isEncrypted } = cluster;
    return new LastingCluster(nodes, {
      ...(own.enableOfflineQueue === false && { enableOfflineQueue: false }),
      keyPrefix: tag,
      // With the check, a `connect()` that meets a primary which has vanished never settles, and BullMQ waits for it.
      enableReadyCheck: false,
      clusterRetryStrategy: retryDelayMs,
      redisOptions: { ...options, ...login, ...(isEncrypted && { tls: {} }) },
      // A certificate is for a name: the driver would otherwise connect to the address behind it.
      ...(isEncrypted && { dnsLookup: unchanged }),
    });
  }
  const watched = throughSentinels(servers);
  if (!watched) return new Redis(typeof servers === 'string' ? servers : servers.REDIS_URL, options);
  // Without ioredis' `failoverDetector`: a message that comes while a connection is being made anew ends it for good.
  return new Redis({
    ...options,
    ...watched,
    sentinelCommandTimeout: SENTINEL_WITHIN_MS,
    sentinelRetryStrategy: retryDelayMs,
  });
}

/** Why no server of a cluster answered, the last time. */
const reasons = new WeakMap<object, string>();

/** An error of a cluster says that no server answered, and has the reason beside it. */
function reporting<Client extends RedisClient>(redis: Client, onError: (error: Error) => void): Client {
  return redis.on('error', (error: Error & { lastNodeError?: Error }) => {
    const reason = error.lastNodeError?.message;
    if (!reason) return onError(error);
    reasons.set(redis, reason);
    onError(new Error(`${error.message} ${reason}`, { cause: error }));
  }) as Client;
}

/** The driver gives up for good when no server answers a `connect()` that follows a `disconnect()`, as in BullMQ's recovery. */
class LastingCluster extends Cluster {
  override connect(): Promise<void> {
    Reflect.set(this, 'manuallyClosing', false);
    return super.connect();
  }

  override duplicate(nodes: ClusterNode[] = [], options: ClusterOptions = {}): Cluster {
    const own = Reflect.get(this, 'startupNodes') as ClusterNode[];
    return new LastingCluster(nodes.length ? nodes : [...own], { ...this.options, ...options });
  }
}

const unchanged: ClusterOptions['dnsLookup'] = (address, callback) => callback(null, address);

/**
 * Connection and key prefix of queues, their workers and events: BullMQ has a prefix of its own, and takes no connection with another.
 * @returns the given connection, but for a cluster's whose keys are tagged: then a new one, which the caller closes
 */
export function forQueues(redis: RedisClient): { connection: RedisClient; prefix?: string } {
  if (!redis.isCluster) return { connection: redis };
  const { keyPrefix } = redis.options;
  const connection = keyPrefix ? (redis as Cluster).duplicate([], { keyPrefix: '' }) : redis;
  if (connection !== redis) connection.on('error', () => undefined);
  return { connection, prefix: CLUSTER_QUEUES };
}

function retryDelayMs(times: number): number {
  return Math.min(times * 100, 1_000);
}

/**
 * Refuse a Redis on which work would fail without a word: one that may evict (with `allkeys-lru` it drops acknowledged jobs), and a
 * cluster that is not known to be one, whose servers refuse keys that another one has.
 * @throws PartError `redis-eviction` or `redis-cluster` naming the setting; another error when Redis does not answer
 */
export async function assertUsable(redis: RedisClient): Promise<void> {
  if (redis instanceof Cluster) return assertNoEviction(await ownerOfOurKeys(redis));
  await assertNoEviction(redis);
  if (!/cluster_enabled:1/.test(await redis.info('cluster'))) return;
  throw new PartError(
    'redis-cluster',
    'Redis runs as a cluster; set REDIS_CLUSTER_NODES (docs/runbook.md#redis).',
  );
}

/** The other servers of a cluster may serve other systems. */
async function ownerOfOurKeys(cluster: Cluster): Promise<Redis> {
  const slot = new Command('get', [CLUSTER_TAG]).getSlot();
  const known = (): Redis | undefined =>
    cluster.nodes().find(({ options }) => `${options.host}:${options.port}` === cluster.slots[slot]?.[0]);
  // Unknown before the first answer of a server, and after a loss until it is asked for.
  if (!known()) await new Promise<void>((resolve) => cluster.refreshSlotsCache(() => resolve()));
  const server = known();
  if (server) return server;
  const reason = reasons.get(cluster);
  throw new Error(`no server of the cluster answers${reason ? `: ${reason}` : ''}`);
}

async function assertNoEviction(server: Redis): Promise<void> {
  const policy = /maxmemory_policy:(\S+)/.exec(await server.info('memory'))?.[1];
  if (policy && policy !== 'noeviction') {
    throw new PartError(
      'redis-eviction',
      `Redis runs with maxmemory-policy ${policy}; set it to noeviction, or queued work is dropped silently.`,
    );
  }
}
