import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { Server, type Socket as ServerSocket } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import {
  type Ack,
  type ClientToServerEvents,
  COMPACT_EVENT,
  COMPACT_FRAMES,
  CompactReader,
  type ContestChanged,
  type ContestTally,
  type ServerToClientEvents,
} from '@abato/contracts';
import { FanoutMetrics } from '@abato/live';
import { type CrowdRule } from '@abato/testing/live';
import { newId } from '@abato/platform';
import { createLogger } from '@abato/testing/platform';
import { LiveGateway } from './live.gateway.js';

type Arguments = ConstructorParameters<typeof LiveGateway>;

const PACE_MS = 250;
const MOST_WATCHED = 20;
const CONTESTANT = { id: 'a', categoryId: 'c' };

/** Counts of every contest; what changes them is the test. */
class Board extends EventEmitter {
  version = 0;
  asked = 0;
  /** Where a test needs several contestants: their counts and the versions that changed them. */
  people: { id: string; categoryId: string; votes: number; changedAt: number }[] = [];
  /** So many questions fail. */
  failing = 0;

  /** Without the contest's facts the counts would not be those that the public sees after the end. */
  since(contestId: string, since: number, _visible: unknown, facts: unknown): Promise<ContestTally> {
    if (!facts) return Promise.reject(new Error('asked for the counts of the organiser'));
    this.asked++;
    if (this.failing-- > 0) return Promise.reject(new Error('the database is away'));
    const { version } = this;
    const contestants = this.people.length
      ? this.people
          .filter(({ changedAt }) => changedAt > since || since === 0)
          .map(({ changedAt: _, ...person }) => person)
      : [{ ...CONTESTANT, votes: version }];
    return Promise.resolve({ contestId, version, since, totalVotes: version, contestants });
  }

  whole(contestId: string, visible: unknown, facts: unknown): Promise<ContestTally> {
    return this.since(contestId, 0, visible, facts);
  }

  vote(contestId: string, contestantId?: string): void {
    this.version++;
    const person = this.people.find(({ id }) => id === contestantId);
    if (person) Object.assign(person, { votes: person.votes + 1, changedAt: this.version });
    this.emit('changed', contestId);
  }

  keep = (): undefined => undefined;
  release = (): undefined => undefined;
}

let board: Board;
let live: EventEmitter;
let gateway: LiveGateway;
let server: Server;
let client: Socket<ServerToClientEvents, ClientToServerEvents>;
/** Whether each contest shows its results. */
let shown: Map<string, boolean>;
let tallies: ContestTally[];
let fanout: FanoutMetrics;
let metrics: Registry;
let crowd: CrowdRule | null;
/** So many look-ups of a watched contest fail. */
let unreached: number;

beforeEach(async () => {
  [board, live, shown, tallies] = [new Board(), new EventEmitter(), new Map(), []];
  [crowd, unreached] = [null, 0];
  metrics = new Registry();
  fanout = new FanoutMetrics(metrics);
  const find = (id: string) =>
    Promise.resolve(
      shown.has(id)
        ? { facts: { id, status: 'ACTIVE', showResults: shown.get(id) }, categoryOf: new Map() }
        : null,
    );
  gateway = new LiveGateway(
    { actorOf: () => Promise.resolve(null) } as unknown as Arguments[0],
    {
      find: (id: string) => (unreached-- > 0 ? Promise.reject(new Error('the database is away')) : find(id)),
      findFor: (_: unknown, id: string) => find(id),
    } as unknown as Arguments[1],
    board as unknown as Arguments[2],
    live as unknown as Arguments[3],
    fanout,
    createLogger('live', 'silent'),
  );
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  server = new Server(http, { transports: ['websocket'] });
  const pauseOf = (_: string, viewers: number) => PACE_MS * viewers;
  Object.assign(gateway, { server, pace: { pauseOf, crowdOf: () => crowd } });
  gateway.onModuleInit();
  server.on('connection', (connected: ServerSocket) => {
    const socket = connected as unknown as Parameters<LiveGateway['watch']>[0];
    void gateway.handleConnection(socket);
    connected.on('contest:watch', (payload: unknown, ack: (answer: Ack) => void) => {
      void gateway.watch(socket, payload).then(ack);
    });
    connected.on('contest:unwatch', (payload: unknown, ack: (answer: Ack) => void) => {
      void gateway.unwatch(socket, payload).then(ack);
    });
  });
  client = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  client.on('contest:tally', (tally) => tallies.push(tally));
  await once(client as never, 'connect');
});
afterEach(async () => {
  client.close();
  gateway.onModuleDestroy();
  await server.close();
});

function aContest(showResults = true): string {
  const id = newId();
  shown.set(id, showResults);
  return id;
}

const watch = (contestId: string): Promise<Ack> => client.emitWithAck('contest:watch', { contestId });

/** A contest whose first board has come. */
async function aWatchedContest(): Promise<string> {
  const contest = aContest();
  await watch(contest);
  await until(() => tallies.length === 1);
  return contest;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

it('a socket watches at most 20 contests at once', async () => {
  const contests = Array.from({ length: MOST_WATCHED }, () => aContest());
  for (const id of contests) expect(await watch(id)).toMatchObject({ ok: true });
  const refused = { ok: false, message: 'Too many contests are watched on this connection' };
  const next = aContest();
  expect(await watch(next)).toEqual(refused);
  const [first = ''] = contests;
  expect(await watch(first)).toMatchObject({ ok: true });
  expect(await client.emitWithAck('contest:unwatch', { contestId: first })).toEqual({ ok: true });
  expect(await watch(next)).toMatchObject({ ok: true });
});

it('a board is sent at most every 250 ms however often it changes, and the last state always', async () => {
  const contest = await aWatchedContest();
  const start = performance.now();
  for (let i = 0; i < 100; i++) {
    board.vote(contest);
    await sleep(1);
  }
  await until(() => tallies.at(-1)?.version === board.version);
  const most = (performance.now() - start) / PACE_MS + 1;
  expect(tallies.length - 1).toBeGreaterThan(0);
  // A timer may fire a moment early: one more is no loss of pace.
  expect(tallies.length - 1).toBeLessThanOrEqual(most + 1);
});

it.each([
  ['the contest', () => (unreached = 1)],
  ['its counts', () => (board.failing = 1)],
])('a board is sent although no further vote comes when %s could not be read at first', async (_, fail) => {
  const contest = await aWatchedContest();
  fail();
  board.vote(contest);
  await until(() => tallies.at(-1)?.version === board.version);
});

it('a board is sent whole to a viewer who had no room for it, once there is room', async () => {
  const contest = await aWatchedContest();
  const [socket] = server.sockets.sockets.values();
  const raw = (socket?.conn.transport as unknown as { socket: object }).socket;
  Object.defineProperty(raw, 'bufferedAmount', { value: 1_000_000, configurable: true });
  board.vote(contest);
  // The change, which finds no room, and at once the whole board for those who were left out.
  await until(() => board.asked >= 3);
  Object.defineProperty(raw, 'bufferedAmount', { value: 0, configurable: true });
  await until(() => tallies.length === 2);
  expect(tallies[1]).toMatchObject({ version: 1, since: 0 });
});

it('a board is not sent while results are hidden, and whole as soon as they are shown', async () => {
  const [hidden, open] = [aContest(false), aContest()];
  const changes: ContestChanged[] = [];
  client.on('contest:changed', (change) => changes.push(change));
  await watch(hidden);
  await watch(open);
  board.vote(hidden);
  board.vote(open);
  await until(() => tallies.at(-1)?.version === board.version);
  expect(tallies.filter(({ contestId }) => contestId === hidden)).toEqual([]);
  shown.set(hidden, true);
  live.emit('contest', { contestId: hidden });
  board.vote(open);
  // The other contest's update is the sign that time enough has passed for this one's.
  await until(() => tallies.at(-1)?.version === board.version && tallies.at(-1)?.contestId === open);
  expect(tallies.filter(({ contestId }) => contestId === hidden)).toMatchObject([
    { since: 0, contestants: [{ id: 'a' }] },
  ]);
  await until(() => changes.length > 0);
  const now = { status: 'ACTIVE', isPaused: false, showResults: true };
  expect(changes).toEqual([{ contestId: hidden, ...now, at: expect.any(Number) }]);
});

it('a board measures the way of a vote that a message about the contest itself has brought', async () => {
  const contest = await aWatchedContest();
  board.version++;
  fanout.arrived(contest, Date.now(), undefined);
  live.emit('contest', { contestId: contest });
  await until(() => tallies.length === 2);
  expect(await metrics.metrics()).toMatch(/^abato_fanout_delay_seconds_count 1$/m);
});

describe('a change of a contest', () => {
  const isShown = { status: 'ACTIVE', isPaused: false, showResults: true };
  let changes: ContestChanged[];
  const told = () => changes.map(({ at: _, ...change }) => change);

  beforeEach(() => {
    changes = [];
    client.on('contest:changed', (change) => changes.push(change));
  });

  it('whose hint was lost is told once the hints come again; contests that are as they were are not told of', async () => {
    const [changed, same, deleted] = [aContest(false), aContest(), aContest()];
    for (const id of [changed, same, deleted]) await watch(id);
    shown.set(changed, true);
    shown.delete(deleted);
    live.emit('connected');
    await until(() => changes.length === 2);
    const gone = { status: 'DELETED', isPaused: false, showResults: false };
    expect(told()).toEqual([
      { contestId: changed, ...isShown },
      { contestId: deleted, ...gone },
    ]);
    await until(() => tallies.some(({ contestId }) => contestId === changed));
    // What was told is known: the next time it is no change.
    shown.set(same, false);
    live.emit('connected');
    await until(() => changes.length === 3);
    expect(told()[2]).toEqual({ contestId: same, ...isShown, showResults: false });
  });

  it.each(['contest', 'connected'] as const)(
    'that could not be read when the hint "%s" came is told when it can be read',
    async (hint) => {
      const contest = aContest(false);
      await watch(contest);
      shown.set(contest, true);
      unreached = 2;
      live.emit(hint, { contestId: contest });
      await until(() => changes.length === 1);
      expect(told()).toEqual([{ contestId: contest, ...isShown }]);
    },
  );
});

describe('a crowd', () => {
  const REST_MS = 600;

  /** What a page of the crowd reads, each message as [version, contestants by name and count]. */
  async function watchCompact(contest: string): Promise<[number, string][]> {
    const reader = new CompactReader();
    const seen: [number, string][] = [];
    const note = ({ version, contestants }: ContestTally) =>
      seen.push([version, contestants.map(({ id, votes }) => `${id} ${votes}`).join()]);
    client.disconnect();
    client.auth = { frames: COMPACT_FRAMES };
    client.on('contest:tally', (tally) => {
      reader.learn(tally);
      note(tally);
    });
    client.on(COMPACT_EVENT, (frame) => note(reader.read(frame) as ContestTally));
    client.connect();
    await once(client as never, 'connect');
    await watch(contest);
    await until(() => seen.length === 1);
    return seen;
  }

  beforeEach(() => {
    crowd = { first: 1, restMs: REST_MS };
    board.version = 1;
    board.people = [
      { id: 'a', categoryId: 'c', votes: 50, changedAt: 1 },
      { id: 'b', categoryId: 'c', votes: 3, changedAt: 1 },
    ];
  });

  it('is sent the first places at once and the others within the set time, also when no further vote comes', async () => {
    const contest = aContest();
    const seen = await watchCompact(contest);
    board.vote(contest, 'a');
    await until(() => seen.length === 2);
    board.vote(contest, 'b');
    await until(() => seen.length === 3);
    await until(() => seen.length === 4);
    expect(seen).toEqual([
      [1, 'a 50,b 3'],
      // Nothing was held back so far: all that changed.
      [2, 'a 51'],
      [2.5, ''],
      [3, 'b 4'],
    ]);
  });

  it('is sent the others also when they, or the contest itself, could not be read at the first try', async () => {
    const contest = aContest();
    const seen = await watchCompact(contest);
    board.vote(contest, 'a');
    await until(() => seen.length === 2);
    board.vote(contest, 'b');
    await until(() => seen.length === 3);
    board.failing = 1;
    await until(() => seen.length === 4);
    board.vote(contest, 'b');
    await until(() => seen.length === 5);
    shown.delete(contest);
    setTimeout(() => shown.set(contest, true), 2 * REST_MS);
    await until(() => seen.length === 6);
    expect(seen.slice(3)).toEqual([
      [3, 'b 4'],
      [3.5, ''],
      [4, 'b 5'],
    ]);
  });

  it('has viewers of JSON who are sent everything at once', async () => {
    const contest = await aWatchedContest();
    board.vote(contest, 'a');
    await until(() => tallies.length === 2);
    board.vote(contest, 'b');
    await until(() => tallies.length === 3);
    expect(tallies[2]).toMatchObject({ version: 3, since: 2, contestants: [{ id: 'b', votes: 4 }] });
  });
});
