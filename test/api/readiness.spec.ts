import { once } from 'node:events';
import { Redis } from 'ioredis';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { createPool, migrate, poolOf } from '@abato/database';
import { dataSourceOptions, VotesProbe } from '@abato/testing/database';
import { LiveSubscriber } from '@abato/live';
import { createBlockingRedis, createRedis } from '@abato/platform';
import { assertUsable, createSubscriber } from '@abato/testing/platform';
import { Operator } from '../../apps/admin/src/operator.js';
import { database, sql } from '../support/builders.js';
import { freeClusterPorts, hasRedisProgram, RedisServer } from '../support/redis-servers.js';
import { aFolder, testState } from '../support/state.js';
import { waitFor } from '../support/wait-for.js';

/** These tests are about what the answer is, not about how fast the machine is. */
const PATIENT_MS = 60_000;

const held: VotesProbe[] = [];
afterEach(async () => {
  for (const probe of held.splice(0)) await probe.end();
});

function probeOf(url: string): VotesProbe {
  const probe = new VotesProbe(url, 'none', PATIENT_MS);
  held.push(probe);
  return probe;
}

it('asks PostgreSQL on a connection that does not wait for the lists of organisers', async () => {
  const source = await new DataSource(dataSourceOptions(testState().databaseUrl, 2)).initialize();
  const blocker = await database().connect();
  await blocker.query('SELECT pg_advisory_lock(16)');
  const waiting = Array.from({ length: 16 }, () => source.query('SELECT pg_advisory_lock_shared(16)'));
  await expect(probeOf(testState().databaseUrl).check()).resolves.toBeUndefined();
  await blocker.query('SELECT pg_advisory_unlock(16)');
  blocker.release();
  await Promise.all(waiting);
  await source.destroy();
});

it('asks on a new connection after the old one was ended', async () => {
  const probe = probeOf(testState().databaseUrl);
  await probe.check();
  const ended = await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'abato-ready' AND datname = current_database()`;
  expect(ended.length).toBeGreaterThan(0);
  await expect(probe.check()).rejects.toThrow();
  await expect(probe.check()).resolves.toBeUndefined();
});

it('takes a server that is read only for one that takes no votes', async () => {
  const url = new URL(testState().databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  await expect(probeOf(url.href).check()).rejects.toThrow('PostgreSQL is read only');
});

it('a pool leaves a connection whose server takes no writes, also one on which a transaction ended in good order', async () => {
  const url = testState().databaseUrl;
  const source = await new DataSource(dataSourceOptions(url, 1)).initialize();
  const hot = createPool(url, 1, () => undefined);
  for (const pool of [hot, poolOf(source)]) {
    const server = async () => (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0];
    const before = await server();
    const client = await pool.connect();
    // As on a standby that the address led to for a moment.
    await client.query('BEGIN READ ONLY');
    await expect(client.query('UPDATE contests SET title = title WHERE false')).rejects.toMatchObject({
      code: '25006',
    });
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
    expect(await server()).not.toEqual(before);
  }
  await hot.end();
  await source.destroy();
});

it('a database of a release before 0.2.0 is not migrated, and the sentence says what to do', async () => {
  const url = new URL(testState().ownerUrl);
  url.pathname = '/of_0_1';
  await sql`CREATE DATABASE of_0_1`;
  const old = new pg.Client({ connectionString: url.href });
  await old.connect();
  await old.query('CREATE TABLE votes (id uuid)');
  await old.end();
  await expect(migrate({ url: url.href })).rejects.toThrow('upgrade to 0.2.0 first');
});

it('names migrations where none has been applied', async () => {
  const url = new URL(testState().databaseUrl);
  url.pathname = '/postgres';
  await expect(probeOf(url.href).check()).rejects.toMatchObject({ part: 'migrations' });
});

it('tells on the public port how each part is, without the reasons', async () => {
  const open = await fetch(`${testState().baseUrl}/health/ready?verbose`);
  expect(open.headers.get('cache-control')).toBe('no-store');
  const body = (await open.json()) as { failing: string[]; parts: { name: string }[] };
  expect(body.failing).toEqual([]);
  expect(body.parts.map(({ name }) => name)).toEqual(['postgresql', 'redis']);
  expect(JSON.stringify(body)).not.toMatch(/reason|hints/);
});

(hasRedisProgram ? describe : describe.skip)('of Redis', () => {
  const servers: RedisServer[] = [];
  let redis: Redis;

  async function start(...settings: string[]): Promise<string> {
    const [port = 0] = await freeClusterPorts(1);
    const folder = aFolder();
    servers.push(await RedisServer.start(folder, port, [`port ${port}`, ...settings]));
    const url = `redis://127.0.0.1:${port}`;
    redis?.disconnect();
    redis = createBlockingRedis(url, () => undefined);
    return url;
  }

  /** It does not know its address before another server connects to it. */
  const OF_A_CLUSTER = ['cluster-enabled yes', 'cluster-announce-ip 127.0.0.1'];
  /** As the settings of a cluster name it. */
  const asCluster = (url: string) => ({ REDIS_URL: url, REDIS_CLUSTER_NODES: new URL(url).host });

  afterEach(async () => {
    redis?.disconnect();
    await Promise.all(servers.splice(0).map((server) => server.kill()));
  });

  it('refuses a server of a cluster where none is expected, and one that may drop keys, with words', async () => {
    await start('cluster-enabled yes');
    const refusal = { part: 'redis-cluster', message: expect.stringContaining('set REDIS_CLUSTER_NODES') };
    await expect(assertUsable(redis)).rejects.toMatchObject(refusal);
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await expect(assertUsable(redis)).rejects.toMatchObject({ part: 'redis-eviction' });
  });

  it('leaves a server that became a replica, and goes on with the primary at its address', async () => {
    await start();
    await expect(assertUsable(redis)).resolves.toBeUndefined();
    await redis.set('abato:test', '1');
    await redis.replicaof('127.0.0.1', '1');
    const left = once(redis, 'close');
    await expect(redis.set('abato:test', '2')).rejects.toThrow('READONLY');
    await left;
    await redis.replicaof('NO', 'ONE');
    expect(await redis.set('abato:test', '2')).toBe('OK');
  });

  it('leaves a server that became a replica in the words of Redis 6 too, where a script is refused', async () => {
    await start();
    const words = 'ERR Error running script (call to f_6): @user_script:1: -READONLY You can only read';
    const left = once(redis, 'close');
    await expect(redis.eval(`return redis.error_reply('${words}')`, 0)).rejects.toThrow('READONLY');
    await left;
  });

  it('says why no server of a cluster answers', async () => {
    const url = await start();
    let heard: (error: Error) => void;
    const told = new Promise<Error>((resolve) => (heard = resolve));
    const cluster = createRedis(asCluster(url), (error) => heard(error));
    try {
      expect((await told).message).toContain('cluster support disabled');
      await expect(assertUsable(cluster)).rejects.toThrow('cluster support disabled');
    } finally {
      cluster.disconnect();
    }
  });

  it('lets commands wait until the connection of their queues is made too', async () => {
    const url = await start(...OF_A_CLUSTER);
    await redis.cluster('ADDSLOTSRANGE', 0, 16_383);
    await waitFor(async () => /cluster_state:ok/.test(await redis.cluster('INFO')), {
      what: 'the server to take commands',
    });
    const names = ['REDIS_URL', 'REDIS_CLUSTER_NODES'] as const;
    const before = names.map((name) => process.env[name]);
    Object.assign(process.env, asCluster(url));
    const operator = new Operator(['REDIS_URL']);
    try {
      const { queues } = await operator.signals();
      await expect(queues.enqueue('mail', 'send', { mailId: 'one' }, 'one')).resolves.toBeDefined();
    } finally {
      await operator.close();
      for (const [nr, name] of names.entries()) {
        if (before[nr] === undefined) delete process.env[name];
        else process.env[name] = before[nr];
      }
    }
  });

  it('connects anew, as BullMQ does, to a cluster whose primary is silent, and later to one that did not answer at all', async () => {
    const [url, secondUrl] = [await start(...OF_A_CLUSTER), await start(...OF_A_CLUSTER)];
    const [primary, second] = servers as [RedisServer, RedisServer];
    const owner = new Redis(url);
    await owner.cluster('ADDSLOTSRANGE', 0, 16_383);
    await owner.cluster('MEET', '127.0.0.1', second.port);
    // A server that is still being met may tell of no server at all.
    const isMet = async (one: Redis) =>
      /cluster_state:ok[^]*cluster_known_nodes:2\b/.test(await one.cluster('INFO')) &&
      /127\.0\.0\.1/.test(JSON.stringify(await one.cluster('SLOTS')));
    await waitFor(async () => (await Promise.all([owner, redis].map(isMet))).every(Boolean), {
      what: 'two servers of a cluster to know each other',
    });
    const { REDIS_CLUSTER_NODES } = asCluster(secondUrl);
    const cluster = createBlockingRedis({ REDIS_URL: url, REDIS_CLUSTER_NODES }, () => undefined);
    const own = cluster.duplicate();
    own.on('error', () => undefined);
    const end = async () => {
      const ended = once(own, 'end');
      own.disconnect();
      await ended;
    };
    try {
      await once(own, 'ready');
      await end();
      primary.hang();
      await own.connect();
      await end();
      second.hang();
      await expect(own.connect()).rejects.toThrow('None of startup nodes is available');
      const ready = once(own, 'ready');
      second.goOn();
      await ready;
    } finally {
      for (const client of [cluster, own, owner]) client.disconnect();
    }
  });

  it('tells once why it refuses a subscription, and hears hints when it no longer does', async () => {
    const url = new URL(await start('user abato on >word ~* resetchannels +@all'));
    Object.assign(url, { username: 'abato', password: 'word' });
    const own = createSubscriber(url.href, () => undefined);
    try {
      const refusals: string[] = [];
      const live = new LiveSubscriber(own, ({ message }) => void refusals.push(message));
      const connected = once(live, 'connected');
      live.start();
      const refused = async () =>
        Number(/cmdstat_subscribe:.*rejected_calls=(\d+)/.exec(await redis.info('commandstats'))?.[1]);
      await waitFor(async () => (await refused()) > 1, { what: 'a second refusal' });
      expect(refusals).toEqual([expect.stringContaining('NOPERM')]);
      await redis.call('ACL', 'SETUSER', 'abato', '&abato:live:*');
      await connected;
      const heard = once(live, 'user');
      await redis.publish('abato:live:user', '{"userId":"one"}');
      expect(await heard).toEqual([{ userId: 'one' }]);
    } finally {
      own.disconnect();
    }
  });
});
