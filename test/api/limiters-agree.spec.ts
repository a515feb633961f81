import fc from 'fast-check';
import { Redis } from 'ioredis';
import { closeDatabase } from '../support/builders.js';
import { freeVotes } from '../support/limiters/free-votes.js';
import { type Form, type Limiter, START } from '../support/limiters/limiter.js';
import { providerCalls } from '../support/limiters/provider-calls.js';
import { throttling } from '../support/limiters/throttling.js';
import { unpaidVotes } from '../support/limiters/unpaid-votes.js';
import { REDIS_DATABASES } from '../support/redis-databases.js';
import { seedOf } from '../support/seed.js';
import { testState } from '../support/state.js';

/**
 * Each limiter has two forms: a Lua script for all processes, and TypeScript for the time without Redis. Both must give the same
 * verdicts for the same steps. The waiting room of payers (wait-for-turn.lua) has no second form.
 */
const RUNS = 15;
const MOST_STEPS = 40;

const seed = seedOf('limiters');
let lua: Form;
let typeScript: Form;

beforeAll(() => {
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
});
afterAll(async () => {
  await lua.redis.flushdb();
  for (const { redis } of [lua, typeScript]) redis.disconnect();
  await closeDatabase();
});

/** Keys expire by the server's clock: take the injected time off what they have left. */
async function age(redis: Redis, milliseconds: number): Promise<void> {
  if (milliseconds === 0) return;
  for (const key of await redis.keys('*')) {
    const left = await redis.pttl(key);
    if (left >= 0) await redis.pexpire(key, Math.max(0, left - milliseconds));
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
    if (form.isLua) await age(form.redis, step.afterMs);
    answers.push(await take(step, now));
  }
  return answers;
}

/** @returns the verdicts, which are the same in both forms */
async function compare<Step extends { afterMs: number }>(
  limiter: Limiter<Step>,
  steps: readonly Step[],
): Promise<unknown[]> {
  await lua.redis.flushdb();
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
