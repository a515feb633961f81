import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { LiveSubscriber } from '@abato/live';
import { createBlockingRedis } from '@abato/platform';
import { admin } from '../support/admin.js';
import { aContest, aUser, aVote, closeDatabase } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { startPlatform, type TestPlatform } from '../support/platform.js';
import { hasRedisProgram, type RedisCluster, startRedisCluster } from '../support/redis-servers.js';
import { testRun, usePlatform } from '../support/state.js';
import { expectCountedOnce, pushesOf, voters } from '../support/voters.js';
import { waitFor } from '../support/wait-for.js';

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
    const api = new ApiClient(running.baseUrl);
    const limited = await aContest().active().freeVotesPerHour(5).save();
    const phone = { voterPhone: '+233249999999' };
    expect((await api.post('/votes/cast', aVote(limited, { ...phone, voteCount: 4 }))).status).toBe(201);
    const contest = await aContest().active().save();
    const seen = await pushesOf(running.baseUrl, contest.id);
    const crowd = voters(api, contest, 4);
    await crowd.more(50, 'votes before the fail-over');
    const owner = await cluster.ownerOf(TAG);
    await owner.kill();
    await cluster.replica?.says(/Failover election won/);
    await crowd.more(50, 'votes after the fail-over');

    // Hints and jobs pass through the cluster: periodic checks alone would count and show the votes too, only later.
    const alive = cluster.ports.filter((port) => port !== owner.port).map(at);
    const redis = at(cluster.replica?.port as number);
    const hint = redis.duplicate();
    await hint.subscribe('abato:live:tally', 'abato:live:user');
    await once(hint, 'message');
    const events = `${TAG}bull:tally:events`;
    const [newest] = await redis.xrevrange(events, '+', '-', 'COUNT', 1);
    await waitFor(
      async () =>
        (await redis.xrange(events, `(${newest?.[0] ?? 0}`, '+')).some(([, fields]) =>
          fields.includes('completed'),
        ),
      { what: 'a tally job that is done' },
    );
    const listeners = async (server: Redis) => Number((await server.pubsub('NUMSUB', 'abato:live:tally'))[1]);
    await waitFor(
      async () => (await Promise.all(alive.map(listeners))).reduce((sum, count) => sum + count, 0) > 1,
      { what: 'the API to hear hints again' },
    );
    await crowd.stop();
    await expectCountedOnce(api, contest, crowd.acknowledged);
    await waitFor(() => seen.total === crowd.acknowledged.size, { what: 'all votes to be pushed' });
    seen.close();
    const ready = async () =>
      (await (await fetch(`${running.baseUrl}/health/ready`)).json()) as { degraded: string[] };
    await waitFor(async () => (await ready()).degraded.length === 0, {
      what: 'Redis to be reported as working',
    });

    // What the replica had been told is still charged, and nothing of ours is anywhere else.
    expect(await redis.keys(`${TAG}abato:free:${limited.id}:*`)).toHaveLength(1);
    const over = await api.post('/votes/cast', aVote(limited, { ...phone, voteCount: 2 }));
    expect([over.status, over.code]).toEqual([429, 'VOTE_LIMIT_REACHED']);
    const everyKey = (await Promise.all(alive.map((server) => server.keys('*')))).flat();
    expect(everyKey.filter((key) => !key.startsWith(TAG))).toEqual([]);

    // An operator's command finds the cluster by the servers that are left.
    const user = await aUser().save();
    const told = once(hint, 'message');
    expect(await admin(['reset-second-factor', '--email', user.email], { env: settings })).toMatchObject({
      code: 0,
    });
    expect((await told)[1]).toContain(user.id);
    for (const client of [...alive, redis, hint]) client.disconnect();
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
