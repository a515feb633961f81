import { jest } from '@jest/globals';
import { Registry } from 'prom-client';
import { createLogger } from './logger.js';
import { PartError, Readiness, readinessAnswer } from './readiness.js';

let now: number;
let broken: Record<string, Error | null>;
let metrics: Registry;
let readiness: Readiness;

beforeEach(() => {
  now = 0;
  broken = { postgresql: null, redis: null };
  metrics = new Registry();
  readiness = new Readiness(metrics, createLogger('api', 'silent'), () => now);
  const part = (name: string, needed: boolean) => ({
    name,
    needed,
    check: () => (broken[name] ? Promise.reject(broken[name]) : Promise.resolve()),
  });
  readiness.add(part('redis', false), 'redis-eviction');
  readiness.add(part('postgresql', true), 'migrations');
});

/** Look once a second for this many seconds. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    now += 1_000;
    await readiness.look();
  }
}

it('is not ready before every needed part has worked once, and then at once', async () => {
  expect(readiness.report()).toEqual({ failing: ['postgresql'], degraded: ['redis'] });
  broken['postgresql'] = new Error('starting up');
  await pass(3);
  expect(readiness.report()).toEqual({ failing: ['postgresql'], degraded: [] });
  broken['postgresql'] = null;
  await pass(1);
  expect(readiness.report()).toEqual({ failing: [], degraded: [] });
});

it('stays ready while a needed part fails for less than 5 s, and says so after 5 s', async () => {
  await pass(1);
  broken['postgresql'] = new Error('connection lost');
  await pass(5);
  expect(readiness.report().failing).toEqual([]);
  await pass(1);
  expect(readiness.report().failing).toEqual(['postgresql']);
});

it('starts anew with the five seconds when the part worked in between', async () => {
  await pass(1);
  for (let i = 0; i < 3; i++) {
    broken['postgresql'] = new Error('connection lost');
    await pass(4);
    broken['postgresql'] = null;
    await pass(1);
  }
  expect(readiness.report().failing).toEqual([]);
});

it('is ready again only when a part that failed has worked for 2 s', async () => {
  await pass(1);
  broken['postgresql'] = new Error('connection lost');
  await pass(6);
  broken['postgresql'] = null;
  await pass(1);
  broken['postgresql'] = new Error('connection lost');
  await pass(1);
  broken['postgresql'] = null;
  await pass(2);
  expect(readiness.report().failing).toEqual(['postgresql']);
  await pass(1);
  expect(readiness.report().failing).toEqual([]);
});

it('reports a part that is not needed at once, and stays ready without it', async () => {
  await pass(1);
  broken['redis'] = new Error('connection refused');
  await pass(60);
  expect(readinessAnswer(readiness)).toEqual({
    status: 200,
    body: { status: 'ok', failing: [], degraded: ['redis'] },
  });
});

it('takes a part that does not answer within 2 s for one that fails, and asks it again', async () => {
  jest.useFakeTimers();
  try {
    const silent = new Readiness(new Registry(), createLogger('api', 'silent'), () => now);
    let asked = 0;
    silent.add({ name: 'postgresql', needed: true, check: () => new Promise(() => asked++) });
    for (let time = 1; time <= 2; time++) {
      const look = silent.look();
      await jest.advanceTimersByTimeAsync(2_000);
      await look;
      expect(asked).toBe(time);
    }
    expect(silent.details().parts[0]).toMatchObject({ works: false, reason: 'no answer within 2000 ms' });
  } finally {
    jest.useRealTimers();
  }
});

it('names what a part fails at', async () => {
  broken = {
    postgresql: new PartError('migrations', '3 of 4 migrations are applied'),
    redis: new PartError('redis-eviction', 'allkeys-lru'),
  };
  await pass(1);
  expect(readiness.report()).toEqual({ failing: ['migrations'], degraded: ['redis-eviction'] });
  broken['redis'] = new Error('connection refused');
  await pass(1);
  expect(readiness.report().degraded).toEqual(['redis']);
});

it('is not ready before the public port answers', async () => {
  await pass(1);
  expect(readinessAnswer(readiness, { isServing: false })).toEqual({
    status: 503,
    body: { status: 'unavailable', failing: ['http'], degraded: [] },
  });
});

it('tells people, needed parts first, since when a part fails and why, on the public port without the reason', async () => {
  readiness.addHint(() => 'look at TRUSTED_PROXIES');
  await pass(1);
  broken['redis'] = new Error('connect ECONNREFUSED 10.1.2.3:6379');
  await pass(4);
  const { body } = readinessAnswer(readiness, { verbose: 'internal' });
  expect(body).toMatchObject({
    parts: [
      { name: 'postgresql', works: true, needed: true, seconds: 4, reason: null },
      {
        name: 'redis',
        works: false,
        needed: false,
        seconds: 3,
        reason: 'connect ECONNREFUSED 10.1.2.3:6379',
      },
    ],
    hints: ['look at TRUSTED_PROXIES'],
  });
  const { body: shown } = readinessAnswer(readiness, { verbose: 'public' });
  expect(shown).toMatchObject({ parts: [{ name: 'postgresql' }, { name: 'redis', seconds: 3 }] });
  expect(JSON.stringify(shown)).not.toMatch(/10\.1\.2\.3|TRUSTED_PROXIES/);
});

it('exports each part, also under the names it fails as', async () => {
  broken['redis'] = new PartError('redis-eviction', 'allkeys-lru');
  await pass(1);
  const text = await metrics.metrics();
  expect(text).toContain('abato_part_works{part="postgresql"} 1');
  expect(text).toContain('abato_part_works{part="migrations"} 1');
  expect(text).toContain('abato_part_works{part="redis"} 1');
  expect(text).toContain('abato_part_works{part="redis-eviction"} 0');
});

it('exports the last answer of a part at once, while the process is still ready', async () => {
  await pass(1);
  broken['postgresql'] = new Error('connection lost');
  await pass(1);
  expect(readiness.report().failing).toEqual([]);
  expect(await metrics.metrics()).toContain('abato_part_works{part="postgresql"} 0');
});
