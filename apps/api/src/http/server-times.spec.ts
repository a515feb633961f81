import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { REQUEST_WITHIN_MS, serverTimes } from './server-times.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

it.each([
  ['a connection that sends nothing', ''],
  ['half of the headers', 'POST / HTTP/1.1\r\nHost: x\r\n'],
  ['half of the body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf'],
])('ends %s by itself', async (_, text) => {
  // A hundredth of the real times; every part of them grows alike.
  server = createServer(serverTimes(REQUEST_WITHIN_MS / 100), (request) => request.resume());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  if (text) socket.write(text);
  await once(socket, 'close');
});

it('ends it within 30 seconds, the interval of looking for it included', () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = serverTimes(REQUEST_WITHIN_MS);
  expect(Math.max(headersTimeout, requestTimeout) + connectionsCheckingInterval).toBeLessThanOrEqual(30_000);
});
