import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { drainSockets } from './socket-drain.js';

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
  const left: { at: number; reason: string }[] = [];
  const began = performance.now();
  for (const viewer of viewers) {
    viewer.on('disconnect', (reason) => left.push({ at: performance.now() - began, reason }));
  }
  await drainSockets(server, 1);
  expect(server.engine.clientsCount).toBe(0);
  await Promise.all(
    viewers.filter(({ connected }) => connected).map((viewer) => once(viewer as never, 'disconnect')),
  );
  expect(left).toHaveLength(VIEWERS);
  // 'io server disconnect' would make the client stay away.
  expect(new Set(left.map(({ reason }) => reason))).toEqual(new Set(['transport close']));
  const early = left.filter(({ at }) => at < 500).length;
  expect(early).toBeGreaterThan(0);
  expect(early).toBeLessThan(VIEWERS);
});

it('does nothing when no time is given, and does not wait when nobody is there', async () => {
  await drainSockets(server, 0);
  expect(server.engine.clientsCount).toBe(VIEWERS);
  for (const viewer of viewers) viewer.close();
  while (server.engine.clientsCount > 0) await new Promise((resolve) => setImmediate(resolve));
  const began = performance.now();
  await drainSockets(server, 20);
  expect(performance.now() - began).toBeLessThan(1_000);
});
