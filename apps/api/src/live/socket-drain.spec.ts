import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { drainSockets } from './socket-io.adapter.js';

const VIEWERS = 20;
let server: Server;
let viewers: Socket[];

beforeEach(async () => {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  server = new Server(http, { transports: ['websocket'] });
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  viewers = Array.from({ length: VIEWERS }, () =>
    io(url, { transports: ['websocket'], reconnection: false, forceNew: true }),
  );
  await Promise.all(
    viewers.map((viewer) => new Promise((resolve) => viewer.once('connect', () => resolve(null)))),
  );
});
afterEach(async () => {
  for (const viewer of viewers) viewer.close();
  await server.close();
});

it('lets every viewer go for a reason that makes the client reconnect, spread over the time', async () => {
  const reasons: string[] = [];
  for (const viewer of viewers) viewer.on('disconnect', (reason) => reasons.push(reason));
  const steps: { ms: number; left: number }[] = [];
  const wait = async (ms: number): Promise<void> => {
    // A step's connections are gone before the next step, however slow the machine is.
    const expected = VIEWERS - (steps.length + 1) * (VIEWERS / 10);
    while (server.engine.clientsCount > expected) await new Promise((resolve) => setImmediate(resolve));
    steps.push({ ms, left: server.engine.clientsCount });
  };
  await drainSockets(server, 1, wait);
  expect(server.engine.clientsCount).toBe(0);
  await Promise.all(
    viewers.filter(({ connected }) => connected).map((viewer) => once(viewer as never, 'disconnect')),
  );
  expect(reasons).toHaveLength(VIEWERS);
  // 'io server disconnect' would make the client stay away.
  expect(new Set(reasons)).toEqual(new Set(['transport close']));
  expect(steps).toEqual([18, 16, 14, 12, 10, 8, 6, 4, 2, 0].map((left) => ({ ms: 100, left })));
});

it('does nothing when no time is given, and does not wait when there are no viewers', async () => {
  const waits: number[] = [];
  const wait = (ms: number): Promise<unknown> => Promise.resolve(waits.push(ms));
  await drainSockets(server, 0, wait);
  expect(server.engine.clientsCount).toBe(VIEWERS);
  for (const viewer of viewers) viewer.close();
  while (server.engine.clientsCount > 0) await new Promise((resolve) => setImmediate(resolve));
  await drainSockets(server, 20, wait);
  expect(waits).toEqual([]);
});
