import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Queue, QueueEvents, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { LiveSubscriber } from '@abato/live';
import { createBlockingRedis, createRedis, forQueues, type RedisClient } from '@abato/platform';
import { assertUsable, createSubscriber } from '@abato/testing/platform';
import { expectFailOverFollowed } from '../support/fail-over.js';
import { hasRedisProgram, type RedisCluster, startRedisCluster } from '../support/redis-servers.js';
import { testRun } from '../support/state.js';
import { waitFor, within } from '../support/wait-for.js';
import { running, useOwnPlatform } from './own-platform.js';

/** Three primaries, one with a replica. The processes' user may do what docs/runbook.md#redis gives it and no more. */
const TAG = '{abato}';
const ACCOUNT = `user abato on >word ~${TAG}* &abato:live:* +@all -@admin -@dangerous +info +cluster|slots`;

let cluster: RedisCluster;
let settings: Record<string, string>;

/** As the servers' administrator. */
const at = (port: number) => new Redis({ host: '127.0.0.1', port }).on('error', () => undefined);

(hasRedisProgram ? describe : describe.skip)('a cluster', () => {
  beforeAll(async () => {
    const folder = mkdtempSync(join(testRun().scratchDir, 'redis-'));
    cluster = await startRedisCluster(folder, { replicaOf: TAG, settings: [ACCOUNT] });
    // The one that will die is the one that every process asks first.
    const { port } = await cluster.ownerOf(TAG);
    settings = {
      REDIS_URL: `redis://abato:word@127.0.0.1:${port}`,
      REDIS_CLUSTER_NODES: cluster.ports.map((one) => `127.0.0.1:${one}`).join(','),
    };
  });
  useOwnPlatform(() => settings);
  afterAll(() => cluster?.kill());

  it('is followed when the primary of our keys dies among votes: they are taken, counted and pushed, jobs and hints go on, and limits hold', async () => {
    let servers: Redis[] = [];
    await expectFailOverFollowed(running.baseUrl, {
      prefix: TAG,
      settings,
      async failOver() {
        const owner = await cluster.ownerOf(TAG);
        await owner.kill();
        await cluster.replica?.says(/Failover election won/);
        const alive = cluster.ports.filter((port) => port !== owner.port);
        servers = alive.map(at);
        return { primary: servers[alive.indexOf(cluster.replica?.port as number)] as Redis, servers };
      },
    });
    // Nothing of ours is anywhere else.
    const everyKey = (await Promise.all(servers.map((server) => server.keys('*')))).flat();
    expect(everyKey.filter((key) => !key.startsWith(TAG))).toEqual([]);
    for (const server of servers) server.disconnect();
  });
});

(hasRedisProgram ? it : it.skip)(
  'a primary of a cluster that vanishes without a word is left by workers, job events, subscriptions and readiness',
  async () => {
    const own = await startRedisCluster(mkdtempSync(join(testRun().scratchDir, 'redis-')), {
      replicaOf: TAG,
    });
    const owner = await own.ownerOf(TAG);
    const clients = own.ports.map(at);
    const [other] = clients.filter((_, nr) => own.ports[nr] !== owner.port) as [Redis];
    const address = (first: number, ...more: number[]) => ({
      REDIS_URL: `redis://127.0.0.1:${first}`,
      REDIS_CLUSTER_NODES: more.map((port) => `127.0.0.1:${port}`).join(','),
    });
    const [first = 0, ...more] = own.ports;
    const everywhere = address(first, ...more);
    const ignore = (): void => undefined;
    const redis = createRedis(everywhere, ignore);
    const blocking = createBlockingRedis(everywhere, ignore);
    const queue = { ...forQueues(blocking), skipVersionCheck: true };
    const worker = new Worker('mail', async ({ name }) => name, queue);
    // Both connect anew after six seconds without an answer, when the other servers still take the silent one for the primary.
    const events = new QueueEvents('mail', { ...queue, blockingTimeout: 5_000 });
    worker.on('error', ignore);
    events.on('error', ignore);
    let heard = createSubscriber(address(owner.port, other.options.port ?? 0), ignore);
    let late: RedisClient | undefined;
    try {
      await Promise.all(clients.map((client) => client.config('SET', 'cluster-node-timeout', '8500')));
      await within('worker and events', Promise.all([worker.waitUntilReady(), events.waitUntilReady()]));
      // It begins at any of its servers; this test is about the one that will vanish.
      while (heard.options.port !== owner.port) {
        heard.disconnect();
        heard = createSubscriber(address(owner.port, other.options.port ?? 0), ignore);
      }
      const live = new LiveSubscriber(heard);
      const begun = once(live, 'connected');
      live.start();
      await within('the subscription', begun);

      // The other servers may serve other systems: what they do with keys does not matter.
      const policy = (of: Redis, is: string) => of.config('SET', 'maxmemory-policy', is);
      await policy(other, 'allkeys-lru');
      await expect(assertUsable(redis)).resolves.toBeUndefined();
      const ofOurs = clients[own.ports.indexOf(owner.port)] as Redis;
      await policy(ofOurs, 'allkeys-lru');
      await expect(assertUsable(redis)).rejects.toMatchObject({ part: 'redis-eviction' });
      await policy(ofOurs, 'noeviction');

      const moved = once(live, 'connected');
      owner.hang();
      await own.replica?.says(/Failover election won/);
      await within('the subscription at another server', moved);
      const message = once(live, 'contest');
      await other.publish('abato:live:contest', '{"contestId":"one"}');
      expect(await within('the hint', message)).toEqual([{ contestId: 'one' }]);

      late = createBlockingRedis(everywhere, ignore);
      const jobs = new Queue('mail', { ...forQueues(late), skipVersionCheck: true });
      jobs.on('error', ignore);
      const [done, told] = [once(worker, 'completed'), once(events, 'completed')];
      const { id } = await within('the queue', jobs.add('after the fail-over', {}));
      expect((await within('the end of the job', done))[0]).toMatchObject({ id });
      expect((await within('the event of the job', told))[0]).toMatchObject({ jobId: id });
      const usable = () =>
        assertUsable(redis).then(
          () => true,
          () => false,
        );
      await waitFor(usable, { what: 'readiness to ask the new primary' });
    } finally {
      await own.kill();
      await within('the end of worker and events', Promise.all([worker.close(true), events.close()])).catch(
        ignore,
      );
      for (const client of [redis, blocking, heard, late, ...clients]) client?.disconnect();
    }
  },
);
