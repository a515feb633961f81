import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { dataSourceOptions, VotesProbe } from '@abato/database';
import { assertUsable, createBlockingRedis } from '@abato/platform';
import { findFreePort } from '../../apps/local/src/ports.js';
import { closeDatabase, database } from '../support/builders.js';
import { hasRedisProgram, RedisServer } from '../support/redis-servers.js';
import { testRun, testState } from '../support/state.js';

afterAll(closeDatabase);

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
  const ended = await database().query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'abato-ready' AND datname = current_database()`,
  );
  expect(ended.rowCount).toBeGreaterThan(0);
  await expect(probe.check()).rejects.toThrow();
  await expect(probe.check()).resolves.toBeUndefined();
});

it('takes a server that is read only for one that takes no votes', async () => {
  const url = new URL(testState().databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  await expect(probeOf(url.href).check()).rejects.toThrow('PostgreSQL is read only');
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
  let server: RedisServer | undefined;
  let redis: Redis;

  async function start(...settings: string[]): Promise<void> {
    const port = await findFreePort();
    const folder = mkdtempSync(join(testRun().scratchDir, 'redis-'));
    server = await RedisServer.start(folder, port, [`port ${port}`, ...settings]);
    redis = createBlockingRedis(`redis://127.0.0.1:${port}`, () => undefined);
  }

  afterEach(async () => {
    redis.disconnect();
    await server?.kill();
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
});
