import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Histogram, Registry } from 'prom-client';
import { AppError } from '@abato/platform';
import { createLogger } from '@abato/testing/platform';
import { ClientAddresses } from '../http/client-addresses.js';
import type { VoteIntake } from '@abato/voting';
import type { CastVoteController } from '../voting/cast-vote.controller.js';
import { CastRequests } from './cast-requests.js';

let server: Server;
let lines: string[];

beforeAll(async () => {
  lines = [];
  const full = {
    isFull: true,
    overloaded: () => new AppError('OVERLOADED', { retryAfter: 2 }),
  } satisfies Pick<VoteIntake, 'isFull' | 'overloaded'>;
  const unread: Pick<CastVoteController, 'cast'> = {
    cast: () => Promise.reject(new Error('a full queue reads nothing')),
  };
  const duration = new Histogram({
    name: 'seconds',
    help: 'x',
    labelNames: ['route', 'method', 'status'],
    registers: [new Registry()],
  });
  const log = createLogger('api', 'warn', { write: (line: string) => void lines.push(line) });
  const casts = new CastRequests(unread, full, duration, log, {
    headers: {},
    origins: [],
    addresses: new ClientAddresses([]),
  });
  server = createServer((incoming, response) => {
    if (!casts.handle(incoming, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('refuses a vote unread while the queue is full, and leaves the log alone', async () => {
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<{ status: number | undefined; retryAfter: string | undefined }>(
    (resolve, reject) => {
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          path: '/api/votes/cast',
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': '100' },
        },
        (response) => resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'] }),
      );
      sent.on('error', reject);
      // Only the head is sent: a reader of the body would wait for ever.
      sent.flushHeaders();
    },
  );
  expect(answer).toEqual({ status: 503, retryAfter: '2' });
  expect(lines).toEqual([]);
});
