import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Ack, ConnectionEnding } from '@abato/contracts';
import { startApiProcess } from '../support/api-process.js';
import { aContest, aUser, sql, withOwner } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import type { TestPlatform } from '../support/platform.js';
import { connectSocket, type LiveClient } from '../support/sockets.js';
import { testSecrets, testState } from '../support/state.js';
import { StatementTap } from '../support/statement-tap.js';
import { waitFor } from '../support/wait-for.js';

const NOT_FOUND = { ok: false, message: 'Contest not found' };

/** Messages of a socket, and what an unknown contest costs of them (connection-guard.ts, contest-look-ups.ts). */
const BUDGET = { capacity: 200, perSecond: 10, ofLookUp: 20 } as const;
const TOKEN_LIFE_SECONDS = 8;
let tap: StatementTap;
let own: TestPlatform;

beforeAll(async () => {
  tap = await StatementTap.start(testState().databaseUrl);
  own = await startApiProcess({ DATABASE_URL: tap.url });
});
afterEach(() => tap.release());
afterAll(async () => {
  await own?.platform.destroy();
  await tap?.close();
});

const connect = (token?: string) => connectSocket({ token }, own.baseUrl);
const watch = (client: LiveClient, contestId: string): Promise<Ack> =>
  client.emitWithAck('contest:watch', { contestId });

/** What the client is told before the server ends its connection, and the client's own reason. */
function ending(client: LiveClient): Promise<[ConnectionEnding, string]> {
  const told = new Promise<ConnectionEnding>((resolve) => client.once('connection:ending', resolve));
  const closed = new Promise<string>((resolve) => client.once('disconnect', resolve));
  return Promise.all([told, closed]);
}

/** Ids of contests that do not exist, and which of them the database has been asked for. */
function unknownIds() {
  const prefix = randomUUID().slice(0, 8);
  const asked: string[] = [];
  const pattern = new RegExp(`${prefix}-[0-9a-f-]{27}`, 'g');
  tap.onRequest((bytes) => asked.push(...(bytes.match(pattern) ?? [])));
  return {
    asked,
    next: () => prefix + randomUUID().slice(8),
    isAsked: (bytes: string) => bytes.includes(`${prefix}-`),
  };
}

it('a flood of watches for unknown contests ends with a reason after few look-ups, while other sockets and reads are served', async () => {
  const contest = await aContest().save();
  const [flooder, viewer] = [await connect(), await connect()];
  const ids = unknownIds();
  const ended = ending(flooder);
  for (let i = 0; i < 5_000; i++) flooder.emit('contest:watch', { contestId: ids.next() }, () => undefined);
  expect(await watch(viewer, contest.id)).toMatchObject({ ok: true });
  const page = await new ApiClient(own.baseUrl).get(`/contests/${contest.id}/public`);
  expect(page.status).toBe(200);
  const [{ code, retryAfterSeconds }, reason] = await ended;
  expect([code, reason]).toEqual(['TOO_MANY_MESSAGES', 'io server disconnect']);
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(viewer.connected).toBe(true);
  expect(ids.asked.length).toBeLessThanOrEqual(10);
});

it('a flood of watches for unknown contests that waits for every answer costs more than its messages: 10 at once', async () => {
  const began = performance.now();
  const flooder = await connect();
  const ids = unknownIds();
  const ended = ending(flooder);
  while (flooder.connected && ids.asked.length < 100) {
    // The last one is not answered any more.
    await watch(flooder, ids.next()).catch(() => undefined);
  }
  expect((await ended)[0].code).toBe('TOO_MANY_MESSAGES');
  // Budgets refill while the answers are awaited, as long as the machine takes for them.
  const refilled = ((performance.now() - began) / 1000) * BUDGET.perSecond;
  expect(ids.asked.length).toBeLessThanOrEqual((BUDGET.capacity + refilled) / BUDGET.ofLookUp + 1);
});

it('a flood of watches for unknown contests has one look-up at a time per socket, and four in the process', async () => {
  const sockets = await Promise.all(Array.from({ length: 6 }, () => connect()));
  const ids = unknownIds();
  tap.hold(ids.isAsked);
  const [first, ...others] = sockets as [LiveClient, ...LiveClient[]];
  const answers = [ids.next(), ids.next(), ids.next()].map((id) => watch(first, id));
  await waitFor(() => ids.asked.length === 1, { what: 'a look-up' });
  answers.push(...others.map((other) => watch(other, ids.next())));
  await waitFor(() => ids.asked.length === 4, { what: 'look-ups of other sockets' });
  // A contest that is known is answered meanwhile, on a socket that waits for nothing.
  const contest = await aContest().save();
  await new ApiClient(own.baseUrl).get(`/contests/${contest.id}/public`);
  expect(await watch(await connect(), contest.id)).toMatchObject({ ok: true });
  expect(ids.asked).toHaveLength(4);
  tap.release();
  expect(await Promise.all(answers)).toEqual(answers.map(() => NOT_FOUND));
  expect(ids.asked).toHaveLength(8);
});

it('a flood of watches for unknown contests asks the database once for an id', async () => {
  const sockets = await Promise.all([connect(), connect(), connect()]);
  const ids = unknownIds();
  const id = ids.next();
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(sockets.map((socket) => watch(socket, id)));
    expect(answers).toEqual([NOT_FOUND, NOT_FOUND, NOT_FOUND]);
  }
  expect(ids.asked).toEqual([id]);
});

it('a message of more than 10,000 bytes ends its connection unread, while one below is answered', async () => {
  const contest = await aContest().save();
  const client = await connect();
  const sent = (padding: number) =>
    new Promise<string>((resolve) => {
      client.once('disconnect', () => resolve('ended'));
      const message = { contestId: contest.id, padding: 'x'.repeat(padding) };
      client.emit('contest:watch', message, () => resolve('answered'));
    });
  expect(await sent(9_000)).toBe('answered');
  expect(await sent(10_000)).toBe('ended');
});

it('an ordinary client watches 20 contests, leaves them, comes back and connects again as often as it likes', async () => {
  const owner = await aUser().save();
  const contests = await Promise.all(Array.from({ length: 20 }, () => aContest().ownedBy(owner).save()));
  for (let round = 0; round < 3; round++) {
    const client = await connect();
    for (const event of ['contest:watch', 'contest:unwatch', 'contest:watch'] as const) {
      expect(
        await Promise.all(contests.map(({ id }) => client.emitWithAck(event, { contestId: id }))),
      ).toMatchObject(contests.map(() => ({ ok: true })));
    }
    client.close();
  }
});

it('a socket with a token ends when the token expires, and the token opens no monitor any more', async () => {
  const { owner, contest } = await withOwner();
  const rows = await sql<{ ver: number }>`SELECT token_version AS ver FROM users WHERE id = ${owner.id}`;
  const token = jwt.sign({ sub: owner.id, ver: rows[0]?.ver }, testSecrets().jwtSecret, {
    expiresIn: TOKEN_LIFE_SECONDS,
  });
  const { exp } = jwt.decode(token) as { exp: number };
  const client = await connect(token);
  const ended = ending(client);
  expect(await client.emitWithAck('contest:monitor', { contestId: contest.id })).toEqual({ ok: true });
  const [{ code }, reason] = await ended;
  expect([code, reason]).toEqual(['SESSION_EXPIRED', 'io server disconnect']);
  expect(Date.now()).toBeGreaterThanOrEqual(exp * 1000);
  const again = await connect(token);
  expect(await again.emitWithAck('contest:monitor', { contestId: contest.id })).toMatchObject({ ok: false });
});
