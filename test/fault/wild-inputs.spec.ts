import { jest } from '@jest/globals';
import fc from 'fast-check';
import type { CastVoteResult, PublicContestView } from '@abato/contracts';
import { aContest, aVote, type BuiltContest, database, sql } from '../support/builders.js';
import { LoopWatch } from '../support/loop-watch.js';
import { beginPaid, waitForState } from '../support/payments.js';
import { seedOf } from '../support/seed.js';
import { SimulatorControl } from '../support/simulator.js';
import { waitFor } from '../support/wait-for.js';
import { api, running, useOwnPlatform } from './own-platform.js';
import { heavyBodies, heavyBodyOfEachRoute } from './wild/bodies.js';
import { casts, hardlyHttp } from './wild/casts.js';
import { closeConnections, send, sendBytes, type WildAnswer, type WildRequest } from './wild/send.js';
import { messages, WildViewer } from './wild/sockets.js';
import { webhooks } from './wild/webhooks.js';

/**
 * The webhook, the cast, the socket and, with heavy bodies, every other route get what no client should send, and stay
 * what they were: no failure, no memory kept, nothing counted that was not answered with 201. A short form here; by hand more, and
 * repeatable: `ABATO_WILD_INPUTS=35000 ABATO_SEED=1 ABATO_TEST_LIMIT_MINUTES=120 npm test -- fault wild-inputs` (docs/measurements/verification.md).
 */
const INPUTS = Number(process.env['ABATO_WILD_INPUTS'] ?? 600);
/** By hand the event loop is watched, too: its own processor time, so that a busy machine is no pause. */
const IS_LONG = INPUTS > 600;
const MOST_PAUSE_MS = 50;
const SEED = seedOf('wild-inputs');
const LANES = 8;
/** Messages between two questions whether the viewer is still connected. */
const BATCH = 10;
/** What the process may hold more after all of it than after the first inputs: caches and pools fill, and are bounded. */
const MORE_HEAP_BYTES = 48_000_000;
const MORE_MEMORY_BYTES = 160_000_000;
const LONG = 3_600_000;

const loop = new LoopWatch();
let free: BuiltContest;
let paid: BuiltContest;
let references: string[];
/** Votes that were acknowledged as counted, by vote. */
const acknowledged = new Map<string, number>();
let before: Memory;

interface Memory {
  heap: number;
  resident: number;
  startedAt: number;
}

if (IS_LONG) jest.setTimeout(LONG);
afterAll(closeConnections);
useOwnPlatform(...(IS_LONG ? ([loop.environment, { preload: loop.preload }] as const) : []));
beforeAll(async () => {
  [free, paid] = await Promise.all([aContest().withContestants(2).save(), aContest().paid('1.00').save()]);
  references = [];
  for (let i = 0; i < 12; i++) references.push((await beginPaid(paid)).reference);
  await everyDoor(200);
  before = await memory();
});

/** Run a property for `inputs` inputs, side by side. */
async function offer<T>(
  inputs: number,
  arbitrary: fc.Arbitrary<T>,
  act: (input: T, lane: number) => Promise<void>,
) {
  await Promise.all(
    Array.from({ length: LANES }, (_, lane) =>
      fc.assert(
        fc.asyncProperty(arbitrary, (input) => act(input, lane)),
        { numRuns: Math.ceil(inputs / LANES), seed: SEED + lane, endOnFailure: true },
      ),
    ),
  );
}

/** Whatever it was, the answer is a refusal in the one form, or the work was done. */
function expectAnswer({ status, text }: WildAnswer): void {
  expect(status).toBeLessThan(500);
  if (status < 400 || !text.startsWith('{')) return;
  expect(JSON.parse(text)).toMatchObject({
    success: false,
    message: expect.any(String),
    code: expect.any(String),
  });
}

/** @returns how many were answered with 200 */
const offerWebhooks = async (inputs: number): Promise<number> => {
  let accepted = 0;
  await offer(inputs, webhooks(references), async ({ genuine, ...request }) => {
    const answer = await send(running.baseUrl, request);
    expectAnswer(answer);
    if (answer.status !== 200) return;
    expect(genuine).toBe(true);
    accepted++;
  });
  return accepted;
};

const offerCasts = (inputs: number) => {
  const votes = fc.nat(9_999_999).map((phone) => ({
    ...aVote(free),
    voterPhone: `+23324${String(phone).padStart(7, '0')}`,
    voterName: 'Ama',
    voterEmail: 'ama@example.com',
    deviceId: '5d8f3a52-6c1e-4d7a-9a40-2f0f5a7c1b11',
  }));
  const keys = Array.from({ length: 20 }, (_, i) => `5d8f3a52-6c1e-4d7a-9a40-${String(i).padStart(12, '0')}`);
  return offer(inputs, casts(votes, keys), async (request) => {
    const answer = await send(running.baseUrl, request);
    expectAnswer(answer);
    if (answer.status !== 201) return;
    const { data } = JSON.parse(answer.text) as { data: CastVoteResult };
    // A held vote waits for a person.
    acknowledged.set(data.id, data.held ? 0 : data.voteCount);
  });
};

const offerBytes = (inputs: number) =>
  offer(inputs, hardlyHttp, async (bytes) => expectAnswer(await sendBytes(running.baseUrl, bytes)));

/** Refused before guards, validation and transformers, which would have answered 401, 403 or VALIDATION_FAILED. */
async function expectUnread(request: WildRequest): Promise<void> {
  const answer = await send(running.baseUrl, request);
  expectAnswer(answer);
  // The connection of a body that is refused unread may be closed before its answer is seen.
  if (answer.status === 0) return;
  const { code } = JSON.parse(answer.text) as { code: string };
  // A webhook's signature comes before its body.
  const webhook = request.path.endsWith('/webhook') && code === 'INVALID_SIGNATURE';
  const unread = webhook || code === 'MALFORMED_REQUEST' || code === 'BODY_TOO_LARGE';
  expect([request.path, code, unread]).toEqual([request.path, code, true]);
}

const offerMessages = async (inputs: number): Promise<number> => {
  const viewers = Array.from({ length: LANES }, () => new WildViewer(running.baseUrl));
  const batches = fc.array(messages([free.id, paid.id]), { minLength: BATCH, maxLength: BATCH });
  try {
    await offer(inputs / BATCH, batches, (batch, lane) => (viewers[lane] as WildViewer).send(batch, free.id));
  } finally {
    viewers.forEach((viewer) => viewer.close());
  }
  return viewers.reduce((sum, { hungUp }) => sum + hungUp, 0);
};

async function everyDoor(inputs: number): Promise<void> {
  await offerWebhooks(inputs);
  await offerCasts(inputs);
  await offerMessages(inputs);
}

/** Figures of the API process, as its own metrics say. */
async function metrics(): Promise<(name: string) => number> {
  const text = await (await fetch(running.state.metricsUrl)).text();
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** In the long form: the event loop was never held up for long. */
async function withoutPause(work: () => Promise<void>): Promise<void> {
  const startedAt = Date.now();
  await work();
  if (!IS_LONG) return;
  process.stdout.write(`${loop.report(startedAt)}\n`);
  expect(loop.since(startedAt).filter(({ ownMs }) => ownMs > MOST_PAUSE_MS)).toEqual([]);
}

async function memory(): Promise<Memory> {
  const valueOf = await metrics();
  return {
    heap: valueOf('nodejs_heap_size_used_bytes'),
    resident: valueOf('process_resident_memory_bytes'),
    startedAt: valueOf('process_start_time_seconds'),
  };
}

it(`refuses or keeps ${INPUTS} webhooks, and keeps only the provider's`, () =>
  withoutPause(async () => {
    // Otherwise the worker had nothing to make something of. The same bytes are kept once, those of the beginning included.
    expect(await offerWebhooks(INPUTS)).toBeGreaterThan(0);
    const { rowCount } = await database().query('SELECT FROM webhook_inbox');
    expect(rowCount).toBeGreaterThan(0);
  }));

it(`refuses or counts ${INPUTS} casts, each once`, () => withoutPause(() => offerCasts(INPUTS)));

it('refuses what is hardly HTTP at all', () => withoutPause(() => offerBytes(INPUTS / 4)));

it(`refuses ${INPUTS} heavy bodies at all routes before anything works on them`, () =>
  withoutPause(async () => {
    for (const request of heavyBodyOfEachRoute()) await expectUnread(request);
    await offer(INPUTS, heavyBodies, expectUnread);
  }));

it(`answers or ignores ${INPUTS} socket messages, or ends their own connection`, () =>
  withoutPause(async () => {
    // Otherwise nothing of it was wild.
    expect(await offerMessages(INPUTS)).toBeGreaterThan(0);
  }));

it('afterwards the same process runs, and holds no more than before', async () => {
  // Garbage lies about until it is needed: work goes on meanwhile, so that it is collected.
  await waitFor(
    async () => {
      await offerCasts(80);
      const { heap, resident, startedAt } = await memory();
      expect(startedAt).toBe(before.startedAt);
      const more = [heap - before.heap, resident - before.resident];
      if (process.env['ABATO_WILD_INPUTS']) process.stdout.write(`more heap, memory: ${more.join(', ')}\n`);
      return heap - before.heap < MORE_HEAP_BYTES && resident - before.resident < MORE_MEMORY_BYTES;
    },
    { withinMs: 120_000, what: 'memory as before' },
  );
});

it('afterwards a good vote counts, every viewer sees it, and what was answered with 201 is what was counted', async () => {
  const viewer = new WildViewer(running.baseUrl);
  await viewer.send([], free.id);
  viewer.close();
  const cast = await api.post<CastVoteResult>('/votes/cast', aVote(free, { voteCount: 3 }));
  expect([cast.status, cast.data.status]).toEqual([201, 'COMPLETED']);
  acknowledged.set(cast.data.id, 3);
  const expected = [...acknowledged.values()].reduce((sum, votes) => sum + votes, 0);
  await waitFor(
    async () =>
      (await api.get<PublicContestView>(`/contests/${free.id}/public`)).data.totalVotes === expected,
    { withinMs: 120_000, what: `${expected} votes` },
  );
});

it('afterwards the worker could make something of every webhook that was kept', () =>
  waitFor(
    async () => {
      const rows = await sql`SELECT id, event, attempts FROM webhook_inbox WHERE outcome IS NULL LIMIT 3`;
      if (rows.length) throw new Error(JSON.stringify(rows));
      return true;
    },
    { withinMs: LONG / 2, everyMs: 500, what: 'a read inbox' },
  ));

it('afterwards a good payment counts, and no vote was counted twice', async () => {
  const { reference } = await beginPaid(paid);
  await new SimulatorControl().complete(reference);
  await waitForState(reference, 'COMPLETED', 120_000);
  const rows = await sql`SELECT vote_id FROM vote_ledger l JOIN votes v ON v.id = l.vote_id
       GROUP BY vote_id, v.vote_count HAVING sum(l.votes) NOT IN (0, v.vote_count)`;
  expect(rows).toEqual([]);
});
