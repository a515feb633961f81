import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { Server, type Socket as ServerSocket } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import type {
  Ack,
  ClientToServerEvents,
  ContestChanged,
  ContestTally,
  ServerToClientEvents,
} from '@abato/contracts';
import { FanoutMetrics } from '@abato/live';
import { createLogger, newId } from '@abato/platform';
import { LiveGateway } from './live.gateway.js';

type Arguments = ConstructorParameters<typeof LiveGateway>;

const PACE_MS = 250;
const MOST_WATCHED = 20;
const CONTESTANT = { id: 'a', categoryId: 'c' };

/** Counts of every contest; what changes them is the test. */
class Board extends EventEmitter {
  version = 0;
  asked = 0;

  /** Without the contest's facts the counts would not be those that the public sees after the end. */
  since(contestId: string, since: number, _visible: unknown, facts: unknown): Promise<ContestTally> {
    if (!facts) return Promise.reject(new Error('asked for the counts of the organiser'));
    this.asked++;
    const { version } = this;
    const contestants = [{ ...CONTESTANT, votes: version }];
    return Promise.resolve({ contestId, version, since, totalVotes: version, contestants });
  }

  whole(contestId: string, visible: unknown, facts: unknown): Promise<ContestTally> {
    return this.since(contestId, 0, visible, facts);
  }

  vote(contestId: string): void {
    this.version++;
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

beforeEach(async () => {
  [board, live, shown, tallies] = [new Board(), new EventEmitter(), new Map(), []];
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
    { find, findFor: (_: unknown, id: string) => find(id) } as unknown as Arguments[1],
    board as unknown as Arguments[2],
    live as unknown as Arguments[3],
    fanout,
    createLogger('live', 'silent'),
  );
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  server = new Server(http, { transports: ['websocket'] });
  Object.assign(gateway, { server, pace: { pauseOf: (_: string, viewers: number) => PACE_MS * viewers } });
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

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

describe('a socket', () => {
  it('watches at most 20 contests at once', async () => {
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
});

describe('a board', () => {
  it('is sent at most every 250 ms however often it changes, and the last state always', async () => {
    const contest = aContest();
    await watch(contest);
    await until(() => tallies.length === 1);
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

  it('is sent whole to a viewer who had no room for it, once there is room', async () => {
    const contest = aContest();
    await watch(contest);
    await until(() => tallies.length === 1);
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

  it('is not sent while results are hidden, and whole as soon as they are shown', async () => {
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

  it('measures the way of a vote that a message about the contest itself has brought', async () => {
    const contest = aContest();
    await watch(contest);
    await until(() => tallies.length === 1);
    board.version++;
    fanout.arrived(contest, Date.now(), undefined);
    live.emit('contest', { contestId: contest });
    await until(() => tallies.length === 2);
    expect(await metrics.metrics()).toMatch(/^abato_fanout_delay_seconds_count 1$/m);
  });
});
