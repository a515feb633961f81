import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { LiveSubscriber } from '@abato/live';
import { createBlockingRedis } from '@abato/platform';
import { closeDatabase } from '../support/builders.js';
import { expectFailOverFollowed } from '../support/fail-over.js';
import { startPlatform, type TestPlatform } from '../support/platform.js';
import { hasRedisProgram, type RedisCluster, startRedisCluster } from '../support/redis-servers.js';
import { testRun, usePlatform } from '../support/state.js';

/** Three primaries, one with a replica. The processes' user may do what docs/runbook.md#redis gives it and no more. */
const TAG = '{abato}';
const ACCOUNT = `user abato on >word ~${TAG}* &abato:live:* +@all -@admin -@dangerous +info +cluster|slots +cluster|info`;

let running: TestPlatform;
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
    running = await startPlatform(settings);
    usePlatform(running.state);
  }, 300_000);

  afterAll(async () => {
    await closeDatabase();
    await running?.platform.destroy();
    await cluster?.kill();
  }, 300_000);

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
  }, 300_000);
});

(hasRedisProgram ? it : it.skip)(
  'a subscription of a cluster moves with the loss of its server, and says that messages may be lost',
  async () => {
    const own = await startRedisCluster(mkdtempSync(join(testRun().scratchDir, 'redis-')));
    const [first, ...others] = own.ports.map((port) => `127.0.0.1:${port}`);
    const address = { REDIS_URL: `redis://${first}`, REDIS_CLUSTER_NODES: others.join(',') };
    const redis = createBlockingRedis(address, () => undefined);
    const clients = own.primaries.map(({ port }) => at(port));
    try {
      const live = new LiveSubscriber(redis);
      const begun = once(live, 'connected');
      live.start();
      await begun;
      const listeners = async (server: Redis) =>
        Number((await server.pubsub('NUMSUB', 'abato:live:contest'))[1]);
      const nr = (await Promise.all(clients.map(listeners))).indexOf(1);
      const again = once(live, 'connected');
      await own.primaries[nr]?.kill();
      await again;
      const heard = once(live, 'contest');
      await clients.find((_, other) => other !== nr)?.publish('abato:live:contest', '{"contestId":"one"}');
      expect(await heard).toEqual([{ contestId: 'one' }]);
    } finally {
      for (const client of [redis, ...clients]) client.disconnect();
      await own.kill();
    }
  },
  60_000,
);
