import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { RoundRobin } from '../support/round-robin.mjs';

const backend = createServer((incoming, outgoing) => {
  outgoing.setHeader('keep-alive', 'timeout=72');
  outgoing.setHeader('x-asked', JSON.stringify(incoming.headers));
  outgoing.end('answer');
});
const proxy = new RoundRobin();
let url: string;

beforeAll(async () => {
  backend.on('upgrade', (incoming, socket) => {
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${incoming.headers.upgrade}\r\n\r\n`,
    );
  });
  backend.listen(0, '127.0.0.1');
  await once(backend, 'listening');
  url = `http://127.0.0.1:${await proxy.listen()}`;
  proxy.add((backend.address() as AddressInfo).port);
});

afterAll(() => {
  proxy.close();
  backend.closeAllConnections();
  backend.close();
});

it('tells clients how long it keeps connections itself, not how long the process behind it does', async () => {
  const response = await fetch(url);
  expect(await response.text()).toBe('answer');
  expect(response.headers.get('keep-alive')).toBe('timeout=600');
});

it('keeps headers about the connection to itself and passes the others on', async () => {
  const response = await fetch(url, { headers: { 'accept-language': 'tw' } });
  const asked = JSON.parse(response.headers.get('x-asked') ?? '{}') as Record<string, string>;
  expect(asked['accept-language']).toBe('tw');
  expect(asked['x-forwarded-for']).toBe('127.0.0.1');
  expect(asked['upgrade']).toBeUndefined();
});

it('passes the wish for a websocket on', async () => {
  const asking = request(url, { headers: { connection: 'Upgrade', upgrade: 'websocket' } }).end();
  const [answer] = (await once(asking, 'upgrade')) as [
    { statusCode: number; headers: Record<string, string> },
  ];
  expect(answer.statusCode).toBe(101);
  expect(answer.headers['upgrade']).toBe('websocket');
});
