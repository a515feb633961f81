import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket as ServerSocket } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import type { ConnectionEnding } from '@abato/contracts';
import { guardOf } from './connection-guard.js';
import { SocketsPerAddress } from './sockets-per-address.js';

const BUDGET = 200;
/** The namespace's `connect` is a message, too. */
const CONNECT = 1;
let server: Server;
let client: Socket;
let socket: ServerSocket;
let now: number;

beforeEach(async () => {
  now = 1_000;
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  server = new Server(http, { transports: ['websocket'] });
  const perAddress = new SocketsPerAddress(
    {
      TRUSTED_PROXIES: '',
      SOCKETS_PER_PROCESS: 10,
      SOCKETS_PER_ADDRESS: 10,
      SOCKET_MESSAGES_PER_SECOND: 10,
      ADDRESS_MESSAGES_PER_SECOND: 1_000,
      production: false,
    },
    () => now,
  );
  server.engine.on('connection', (connection: Parameters<SocketsPerAddress['guard']>[0]) =>
    perAddress.guard(connection),
  );
  const connected = once(server, 'connection') as Promise<[ServerSocket]>;
  client = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  const joined = once(client as never, 'connect');
  [socket] = await connected;
  await joined;
});
afterEach(async () => {
  client.close();
  await server.close();
});

/** What the client is told, and how its connection ends. */
async function ending(): Promise<[ConnectionEnding, string]> {
  const told = once(client as never, 'connection:ending') as Promise<[ConnectionEnding]>;
  const closed = once(client as never, 'disconnect') as Promise<[string]>;
  return [(await told)[0], (await closed)[0]];
}

it('a connection ends with a reason after more messages than its budget, and no further message is read', async () => {
  let read = 0;
  socket.onAny(() => read++);
  const ended = ending();
  for (let i = 0; i < BUDGET * 5; i++) client.emit('anything', i);
  const [{ code, retryAfterSeconds }, reason] = await ended;
  expect([code, retryAfterSeconds, reason]).toEqual(['TOO_MANY_MESSAGES', 30, 'io server disconnect']);
  expect(read).toBeLessThanOrEqual(BUDGET - CONNECT);
  expect(socket.connected).toBe(false);
});

it('a connection may send its whole budget, and more as it refills', async () => {
  const answers: number[] = [];
  socket.on('question', (i: number, answer: (i: number) => void) => answer(i));
  const ask = async (count: number): Promise<void> => {
    const asked = Array.from({ length: count }, (_, i) => client.emitWithAck('question', i));
    answers.push(...((await Promise.all(asked)) as number[]));
  };
  await ask(BUDGET - CONNECT);
  now += 5_000;
  await ask(50);
  expect(answers).toHaveLength(BUDGET - CONNECT + 50);
  expect(client.connected).toBe(true);
});

it('a connection counts pings of the websocket and packets for unknown namespaces', async () => {
  const { ws } = client.io.engine.transport as unknown as {
    ws: { ping(): void; send(data: string): void };
  };
  const ended = ending();
  for (let i = 0; i < BUDGET / 2; i++) {
    ws.ping();
    ws.send('40/unknown,');
  }
  expect((await ended)[0].code).toBe('TOO_MANY_MESSAGES');
});

it('a connection ends when the client sends on without reading what it is sent', async () => {
  const { ws } = client.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } };
  ws.pause();
  const closed = once(socket, 'disconnect');
  const closing = once(client as never, 'connection:ending');
  // More than the operating system keeps, so that the rest waits in this process.
  const large = 'x'.repeat(100_000);
  const connection = socket.conn as unknown as { writeBuffer: unknown[]; readyState: string };
  while (connection.writeBuffer.length <= 200) {
    socket.emit('large', large);
    await new Promise((resolve) => setImmediate(resolve));
  }
  client.emit('anything');
  while (connection.readyState === 'open') await new Promise((resolve) => setImmediate(resolve));
  ws.resume();
  await Promise.all([closing, closed]);
  expect(socket.connected).toBe(false);
});

it('a connection handles one message at a time and ends when too many wait', async () => {
  let running = 0;
  let most = 0;
  let finish: () => void = () => undefined;
  const guard = guardOf(socket);
  const work = async (): Promise<void> => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => (finish = resolve));
    running--;
  };
  for (let i = 0; i < 51; i++) guard.run(work);
  expect([running, socket.connected]).toEqual([1, true]);
  finish();
  await new Promise((resolve) => setImmediate(resolve));
  expect([running, most]).toEqual([1, 1]);
  const ended = ending();
  guard.run(work);
  guard.run(work);
  expect((await ended)[0].code).toBe('TOO_MANY_MESSAGES');
  finish();
  await new Promise((resolve) => setImmediate(resolve));
  // What waited went with the connection.
  expect([running, most]).toEqual([0, 1]);
});
