import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { CastVoteResult } from '@abato/contracts';
import { findFreePort } from '../../apps/local/src/ports.js';
import { RoundRobin } from '../support/round-robin.mjs';
import { admin } from '../support/admin.js';
import { aContest, aVote, type BuiltContest, closeDatabase, sql } from '../support/builders.js';
import { expectCountedOnce, pushesOf } from '../support/counted-once.js';
import { ApiClient } from '../support/http.js';
import { startPlatform, type TestPlatform } from '../support/platform.js';
import { OwnProcess, START_WITHIN_MS } from '../support/process.js';
import { newestRelease, unpackRelease } from '../support/releases.js';
import { SimulatorControl } from '../support/simulator.js';
import { testRun, testState, usePlatform } from '../support/state.js';
import { voters } from '../support/voters.js';
import { waitFor } from '../support/wait-for.js';

/**
 * A rolling upgrade: the schema is migrated first, and the code of the previous release goes on working on it, beside the new
 * code, until it is replaced. The other way round the new code waits for its schema and says so.
 */
let servers: TestPlatform;
const previous = unpackRelease(newestRelease());
const processes: OwnProcess[] = [];
const proxy = new RoundRobin();

beforeAll(async () => {
  servers = await startPlatform({ VOTE_LIMITS: 'off' }, { processes: ['simulator'] });
  // A database that the previous release made, upgraded by today's migrations.
  const at = (url: string): string => Object.assign(new URL(url), { pathname: '/upgraded' }).href;
  const upgraded = { databaseUrl: at(servers.state.databaseUrl), ownerUrl: at(servers.state.ownerUrl) };
  usePlatform(servers.state);
  await sql`CREATE DATABASE upgraded`;
  await closeDatabase();
  migrate(previous, upgraded.ownerUrl);
  migrate(testRun().buildDir, upgraded.ownerUrl);
  Object.assign(servers.state, upgraded);
  usePlatform(servers.state);
});

afterAll(async () => {
  await closeDatabase();
  for (const own of processes) own.kill();
  proxy.close();
  await servers?.platform.destroy();
});

interface Generation {
  url: string;
  port: number;
  api: OwnProcess;
  worker: OwnProcess;
}

async function start(buildDir: string, port?: number): Promise<Generation> {
  const metrics = await findFreePort(3);
  const first = port ?? metrics + 2;
  const api = OwnProcess.start(buildDir, 'api', { port: first, metricsPort: metrics });
  const worker = OwnProcess.start(buildDir, 'worker', { port: first, metricsPort: metrics + 1 });
  processes.push(api, worker);
  await Promise.all([api.ready(), worker.ready()]);
  return { url: `http://127.0.0.1:${first}`, port: first, api, worker };
}

async function stop({ api, worker }: Generation): Promise<void> {
  expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]);
}

/** What was acknowledged so far: ten free votes a round, and paid ones. */
const acknowledged = { free: 0, paid: 0 };

/**
 * One round of voting at an API, paid to the end. The payer of the first payment comes back to the page, the second one's browser
 * is gone: the provider's webhook tells of it.
 */
async function vote(url: string, free: BuiltContest, paid: BuiltContest): Promise<void> {
  const api = new ApiClient(url);
  const freeVotes = await Promise.all(
    Array.from({ length: 10 }, () => api.post<CastVoteResult>('/votes/cast', aVote(free))),
  );
  expect(freeVotes.map(({ status, data }) => [status, data.status])).toEqual(
    freeVotes.map(() => [201, 'COMPLETED']),
  );
  acknowledged.free += freeVotes.length;
  for (const comesBack of [true, false]) {
    const cast = await api.post<CastVoteResult>('/votes/cast', aVote(paid, { voteCount: 3 }));
    expect([cast.status, cast.data.status]).toEqual([201, 'PENDING']);
    const begun = await api.post<{ reference: string }>('/payments/paystack/initialize', {
      voteId: cast.data.id,
    });
    expect(begun.status).toBe(201);
    await new SimulatorControl().complete(begun.data.reference);
    acknowledged.paid += 3;
    if (!comesBack) continue;
    const page = `/payments/paystack/verify/${begun.data.reference}`;
    await waitFor(async () => (await api.get<{ status: string }>(page)).data.status === 'COMPLETED', {
      withinMs: 120_000,
      what: 'the payment',
    });
  }
}

/** Asked plainly: the previous release does not answer by the newest description. */
async function totalAt(url: string, contestId: string): Promise<number | null> {
  const answer = await fetch(`${url}/api/contests/${contestId}/public`);
  return ((await answer.json()) as { data: { totalVotes: number | null } }).data.totalVotes;
}

/** People who vote and one who watches, through a load balancer, until they are told to stop. */
async function beginTraffic(contest: BuiltContest, ports: number[]) {
  for (const port of ports) proxy.add(port);
  const url = `http://127.0.0.1:${await proxy.listen()}`;
  const viewer = await pushesOf(url, contest.id);
  const crowd = voters(new ApiClient(url), contest, 2, { pauseMs: 40 });
  return {
    /** Votes go on being taken, and the viewer is shown what was taken before. */
    async goesOn(when: string): Promise<void> {
      await crowd.more(10, `votes ${when}`);
      const taken = crowd.acknowledged.size;
      await waitFor(() => viewer.total >= taken, { what: `${taken} votes on a screen ${when}` });
    },
    /** @param api of a process that answers by the newest description */
    async end(api: ApiClient): Promise<void> {
      await crowd.stop();
      expect(crowd.failures).toEqual([]);
      await expectCountedOnce(api, contest, crowd.acknowledged);
      const votes = crowd.acknowledged.size;
      await waitFor(() => viewer.total === votes, { what: `all ${votes} votes on a screen` });
      // Each process that it was connected to has been replaced.
      expect(viewer.connections).toBeGreaterThan(1);
      viewer.close();
    },
  };
}

/** Every screen shows exactly what was acknowledged. */
async function expectTotals(url: string, free: BuiltContest, paid: BuiltContest): Promise<void> {
  usePlatform({ ...servers.state, baseUrl: url });
  for (const [contest, kind] of [
    [free, 'free'],
    [paid, 'paid'],
  ] as const) {
    await waitFor(async () => (await totalAt(url, contest.id)) === acknowledged[kind], {
      withinMs: 120_000,
      what: `${acknowledged[kind]} ${kind} votes`,
    });
  }
}

it('lets the previous release work on the new schema, alone and beside the new one, and is replaced process by process without a failed vote', async () => {
  // Webhooks go to the platform's own port: first to the previous release, then to the new one.
  const publicPort = Number(new URL(servers.baseUrl).port);
  const old = await start(previous, publicPort);
  usePlatform({ ...servers.state, baseUrl: old.url, isPreviousRelease: true });
  const free = await aContest().active().withContestants(2).save();
  const paid = await aContest().active().paid('1.00').withContestants(2).save();
  const busy = await aContest().active().withContestants(2).save();
  await vote(old.url, free, paid);
  await expectTotals(old.url, free, paid);
  const port = await findFreePort(2);
  const second = OwnProcess.start(previous, 'api', { port, metricsPort: port + 1 });
  processes.push(second);
  await second.ready();
  const traffic = await beginTraffic(busy, [old.port, port]);
  await traffic.goesOn('in the previous release');

  const beside = await start(testRun().buildDir);
  proxy.add(beside.port);
  await Promise.all([vote(old.url, free, paid), vote(beside.url, free, paid)]);
  await expectTotals(old.url, free, paid);
  await expectTotals(beside.url, free, paid);

  // Out of rotation first, then told to stop: the order that a preStop hook keeps.
  proxy.remove(old.port);
  await stop(old);
  await traffic.goesOn('in both releases');
  const instead = await start(testRun().buildDir, publicPort);
  proxy.add(instead.port);
  proxy.remove(port);
  expect(await second.stop()).toBe(0);
  await traffic.goesOn('in the new release');
  await vote(beside.url, free, paid);
  await vote(instead.url, free, paid);
  await expectTotals(instead.url, free, paid);
  await traffic.end(new ApiClient(instead.url));
  expect(await admin(['verify-tallies'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('every tally equals the ledger'),
  });
  await Promise.all([stop(beside), stop(instead)]);
});

/** What a build's own database library answers, in a process of its own: two generations do not mix in one. */
function askDatabase<T>(buildDir: string, expression: string): T {
  const library = JSON.stringify(join(buildDir, 'libs', 'database', 'src'));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const load = (file) => import(${library} + '/' + file);
       process.stdout.write(JSON.stringify(${expression}));`,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

const migrationsOf = (buildDir: string): number =>
  askDatabase(buildDir, `(await load('migrations/index.js')).migrations.length`);
const migrate = (buildDir: string, url: string): { applied: string[] } =>
  askDatabase(buildDir, `await (await load('index.js')).migrate({ url: ${JSON.stringify(url)} })`);

it('keeps new code out of service until its schema is there, and says what is missing', async () => {
  const url = new URL(testState().ownerUrl);
  await sql`CREATE DATABASE behind`;
  url.pathname = '/behind';
  const today = testRun().buildDir;
  // Where the new release brings a migration the schema is the previous release's; where it brings none there is no schema yet.
  if (migrationsOf(today) > 1) migrate(previous, url.href);

  const port = await findFreePort(3);
  const settings = { DATABASE_URL: url.href };
  const api = OwnProcess.start(today, 'api', { port, metricsPort: port + 1 }, settings);
  const worker = OwnProcess.start(today, 'worker', { port, metricsPort: port + 2 }, settings);
  processes.push(api, worker);
  for (const own of [api, worker]) {
    const refusal = await waitFor(
      async () => {
        const answer = await own.readiness();
        return answer.failing.includes('migrations') && answer;
      },
      { withinMs: START_WITHIN_MS, what: 'a process to name its missing schema' },
    );
    expect(refusal.status).toBe(503);
  }
  expect(migrate(today, url.href).applied.length).toBeGreaterThan(0);
  await Promise.all([api.ready(), worker.ready()]);
});
