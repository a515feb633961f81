import { randomUUID } from 'node:crypto';
import type { CastVoteResult } from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltContest, sql } from '../support/builders.js';
import { expectCountedOnce, pushesOf } from '../support/counted-once.js';
import { beginPaid, ledgerOf, waitForState } from '../support/payments.js';
import { PostgresServer } from '../support/postgres-servers.js';
import { SimulatorControl } from '../support/simulator.js';
import { voters } from '../support/voters.js';
import { waitFor, within } from '../support/wait-for.js';
import { FaultProxy } from './harness/fault-proxy.mjs';
import { api, running, useOwnPlatform } from './own-platform.js';

/**
 * A primary and a standby that follows it. API and worker know one address, which leads to the primary of the moment, as the
 * read-write service of CloudNativePG does (ADR 180).
 */

/** From the promotion until votes are taken: what the runbook promises. */
const BACK_WITHIN_MS = 30_000;

const servers: PostgresServer[] = [];
/** Between the primary and the standby that follows it. */
const links: FaultProxy[] = [];
/** Where the address leads. */
let serving: PostgresServer;
let standby: PostgresServer;
let link: FaultProxy;
let address: FaultProxy;

/** Give the primary of the moment a standby, behind a link that can be cut. */
async function follow(name: string): Promise<void> {
  const { port } = serving;
  link = await new FaultProxy(() => [port]).listen();
  links.push(link);
  standby = await serving.standby(name, link.port);
  servers.push(standby);
}

/** Promote the standby and let the address lead to it. */
async function failOver(): Promise<void> {
  await standby.promote();
  serving = standby;
}

const through = (url: string): string => Object.assign(new URL(url), { port: address.port }).href;
const ready = async () => (await fetch(`${running.baseUrl}/health/ready`)).status;

beforeAll(async () => {
  serving = await PostgresServer.start();
  servers.push(serving);
  await follow('second');
  address = await new FaultProxy(() => [serving.port]).listen();
});
useOwnPlatform(() => ({
  DATABASE_URL: through(serving.url),
  DATABASE_OWNER_URL: through(serving.ownerUrl),
  VOTE_LIMITS: 'off',
}));
afterAll(async () => {
  await Promise.all([address, ...links].map((proxy) => proxy?.close()));
  await Promise.all(servers.map((server) => server.destroy()));
});

it('a standby at the address: votes are refused with 503 for the time being, and its connections are left', async () => {
  const owner = await aUser().save();
  const contest = await aContest().ownedBy(owner).active().save();
  const change = () => owner.api.put(`/contests/${contest.id}`, { showResults: false });
  const cast = () => api.post<CastVoteResult>('/votes/cast', aVote(contest));
  expect((await cast()).status).toBe(201);
  await standby.follows(await serving.position());

  const primary = serving;
  serving = standby;
  address.reset();
  for (const write of [cast, change, cast, change]) {
    const refused = await write();
    expect([refused.status, refused.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }

  // The standby goes on and keeps its connections: who would not leave them would be refused for as long as there are requests.
  serving = primary;
  for (const write of [cast, change]) {
    let tries = 0;
    while ((await write()).status >= 500) expect(++tries).toBeLessThan(10);
  }
});

it('with synchronous replication kill -9 of the primary loses no acknowledged vote, counts none twice, and the standby takes over within 30 s', async () => {
  await serving.waitForStandby('second');
  const [contest, paid] = [await aContest().active().save(), await aContest().active().paid('1.00').save()];
  const seen = await pushesOf(running.baseUrl, contest.id);
  const begun = await beginPaid(paid);
  const crowd = voters(api, contest, 4);
  await crowd.more(50, 'votes before the fail-over');
  // Votes that the primary has written and the standby never hears of: they must not be acknowledged.
  link.break('half-open');
  const before = crowd.acknowledged.size;
  const waits = `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'abato-hot'`;
  await waitFor(async () => (await serving.sql(waits)).length > 0 || crowd.acknowledged.size > before + 50, {
    what: 'a vote to wait for the standby',
  });
  await serving.kill();
  await waitFor(async () => (await ready()) === 503, { what: 'the API to notice' });

  await failOver();
  await within(
    'votes and readiness after the promotion',
    Promise.all([
      crowd.more(50, 'votes after the fail-over'),
      waitFor(async () => (await ready()) === 200, { what: 'the API to be ready' }),
    ]),
    BACK_WITHIN_MS,
  );
  await crowd.stop();
  await expectCountedOnce(api, contest, crowd.acknowledged);
  await waitFor(() => seen.total === crowd.acknowledged.size, { what: 'all votes to be pushed' });
  seen.close();
  // The worker too: what was begun at the first primary is settled at the second.
  await new SimulatorControl().complete(begun.reference);
  await waitForState(begun.reference, 'COMPLETED');
  expect(await ledgerOf(begun.voteId)).toEqual([1]);
});

async function idsOfVotes(contest: BuiltContest): Promise<Set<string>> {
  const rows = await sql<{ id: string }>`SELECT id FROM votes WHERE contest_id = ${contest.id}`;
  return new Set(rows.map(({ id }) => id));
}

it('with asynchronous replication kill -9 of the primary loses votes that the standby had not received, no other, none by half, and screens show what is left', async () => {
  await follow('third');
  const contest = await aContest().active().save();
  const seen = await pushesOf(running.baseUrl, contest.id);
  const crowd = voters(api, contest, 4);
  await crowd.more(30, 'votes that the standby receives');
  const received = [...crowd.acknowledged.values()];
  await standby.follows(await serving.position());
  link.break('half-open');
  const { version } = seen;
  const [, second] = contest.categories[0]?.contestants ?? [];
  const only = await api.post<CastVoteResult>('/votes/cast', aVote(contest, { contestantId: second?.id }));
  crowd.acknowledged.set('the only vote of a contestant', only.data.id);
  await crowd.more(30, 'votes that the standby does not receive');
  // More tallies are lost than follow: a version of theirs would come back with other counts.
  await waitFor(() => seen.version > version + 10, { what: 'screens to show them' });
  await crowd.stop();
  await serving.kill();
  await failOver();
  const [vote, headers] = [aVote(contest), { 'idempotency-key': randomUUID() }];
  const next = await waitFor(async () => {
    const answer = await api.post<CastVoteResult>('/votes/cast', vote, { headers });
    return answer.status === 201 && answer.data.id;
  });

  const kept = await idsOfVotes(contest);
  const lost = [...crowd.acknowledged.values()].filter((id) => !kept.has(id));
  expect(lost.length).toBeGreaterThanOrEqual(30);
  expect(lost.filter((id) => received.includes(id))).toEqual([]);
  const left = new Map([...crowd.acknowledged, ['after the fail-over', next] as const]);
  for (const [key, id] of left) if (!kept.has(id)) left.delete(key);
  expect(kept).toEqual(new Set(left.values()));
  await expectCountedOnce(api, contest, left);
  await waitFor(() => seen.shown === left.size, { what: 'screens to agree' });
  seen.close();
});
