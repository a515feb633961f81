import { once } from 'node:events';
import fc from 'fast-check';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Cluster, Redis } from 'ioredis';
import { createRedis } from '@abato/platform';
import { closeDatabase } from '../support/builders.js';
import { freeVotes } from '../support/limiters/free-votes.js';
import { type Form, type Limiter, START } from '../support/limiters/limiter.js';
import { providerCalls } from '../support/limiters/provider-calls.js';
import { throttling } from '../support/limiters/throttling.js';
import { unpaidVotes } from '../support/limiters/unpaid-votes.js';
import { REDIS_DATABASES } from '../support/redis-databases.js';
import { hasRedisProgram, type RedisCluster, startRedisCluster } from '../support/redis-servers.js';
import { seedOf } from '../support/seed.js';
import { testRun, testState } from '../support/state.js';

/**
 * Each limiter has two forms: a Lua script for all processes, and TypeScript for the time without Redis. Both must give the same
 * verdicts for the same steps. The waiting room of payers (wait-for-turn.lua) has no second form.
 */
const RUNS = 15;
const MOST_STEPS = 40;

const seed = seedOf('limiters');
let lua: Form;
let typeScript: Form;
/** The Lua form in a cluster of three primaries; none without a Redis program. */
let clustered: Form | undefined;
let servers: RedisCluster | undefined;

beforeAll(async () => {
  // The test ages and deletes every key of the database.
  lua = { redis: new Redis(testState().redisUrl, { db: REDIS_DATABASES.limiters }), isLua: true };
  const closed = new Redis({
    port: 1,
    lazyConnect: true,
    enableOfflineQueue: false,
    retryStrategy: () => null,
  });
  closed.on('error', () => undefined);
  typeScript = { redis: closed, isLua: false };
  if (!hasRedisProgram) return;
  servers = await startRedisCluster(mkdtempSync(join(testRun().scratchDir, 'redis-')));
  const [first, ...others] = servers.ports.map((port) => `127.0.0.1:${port}`);
  const address = { REDIS_URL: `redis://${first}`, REDIS_CLUSTER_NODES: others.join(',') };
  const redis = createRedis(address, () => undefined);
  await once(redis, 'ready');
  clustered = { redis, isLua: true };
}, 60_000);
afterAll(async () => {
  await empty(lua);
  for (const { redis } of [lua, typeScript]) redis.disconnect();
  await clustered?.redis.quit();
  await servers?.kill();
  await closeDatabase();
});

const serversOf = ({ redis }: Form): Redis[] => (redis instanceof Cluster ? redis.nodes('master') : [redis]);

/** How many keys each server has. */
const keysOf = (form: Form): Promise<number[]> =>
  Promise.all(serversOf(form).map((server) => server.dbsize()));

async function empty(form: Form): Promise<void> {
  await Promise.all(serversOf(form).map((server) => server.flushdb()));
}

/** Keys expire by the server's clock: take the injected time off what they have left. */
async function age(form: Form, milliseconds: number): Promise<void> {
  if (milliseconds === 0) return;
  for (const server of serversOf(form)) {
    for (const key of await server.keys('*')) {
      const left = await server.pttl(key);
      if (left >= 0) await server.pexpire(key, Math.max(0, left - milliseconds));
    }
  }
}

async function verdicts<Step extends { afterMs: number }>(
  limiter: Limiter<Step>,
  steps: readonly Step[],
  form: Form,
): Promise<unknown[]> {
  const take = await limiter.start(form);
  const answers: unknown[] = [];
  let now = START;
  for (const step of steps) {
    now += step.afterMs;
    if (form.isLua) await age(form, step.afterMs);
    answers.push(await take(step, now));
  }
  return answers;
}

/** @returns the verdicts, which are the same in both forms */
async function compare<Step extends { afterMs: number }>(
  limiter: Limiter<Step>,
  steps: readonly Step[],
): Promise<unknown[]> {
  await empty(lua);
  const expected = await verdicts(limiter, steps, lua);
  expect(await verdicts(limiter, steps, typeScript)).toEqual(expected);
  return expected;
}

function holdTogether<Step extends { afterMs: number }>(name: string, limiter: Limiter<Step>): void {
  describe(`Lua and TypeScript forms of the limiter of ${name}`, () => {
    it.each(limiter.cases)(
      'agree on $title',
      async ({ steps, reaches }) => {
        expect(JSON.stringify(await compare(limiter, steps))).toContain(reaches);
      },
      60_000,
    );

    // A cluster refuses commands whose keys are of several slots. Without a look at the keys the TypeScript form would be compared with
    // itself.
    (hasRedisProgram ? it : it.skip).each(limiter.cases)(
      'agree in a cluster, with all keys on one server, on $title',
      async ({ steps }) => {
        const form = clustered as Form;
        await Promise.all([lua, form].map(empty));
        const expected = await verdicts(limiter, steps, lua);
        expect(await verdicts(limiter, steps, form)).toEqual(expected);
        const [alone] = await keysOf(lua);
        expect((await keysOf(form)).sort((a, b) => b - a)).toEqual([alone, 0, 0]);
      },
      60_000,
    );

    it('agree on generated steps', async () => {
      const steps = fc.array(limiter.generated, { minLength: 1, maxLength: MOST_STEPS, size: 'max' });
      await fc.assert(
        fc.asyncProperty(steps, async (generated) => void (await compare(limiter, generated))),
        { numRuns: RUNS, seed },
      );
    }, 120_000);
  });
}

holdTogether('free votes', freeVotes);
holdTogether('unpaid votes', unpaidVotes);
holdTogether('throttling', throttling);
holdTogether('provider calls', providerCalls);
