import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import fastify from 'fastify';
import { QUEUE_NAMES, type Queues } from '@abato/jobs';

const PATH = '/queues';

/**
 * What waits, runs and has failed in every queue, as pages for a person at a port-forward. Read only: the port has no sign-in, and
 * nothing has to be done by hand, because the sweeps do all work that a queue has lost.
 * @returns a handler for the internal port; false for requests that are none of its business
 */
export async function createQueueBoard(
  queues: Queues,
): Promise<(request: IncomingMessage, response: ServerResponse) => boolean> {
  const adapter = new FastifyAdapter();
  adapter.setBasePath(PATH);
  createBullBoard({
    queues: QUEUE_NAMES.map((name) => new BullMQAdapter(queues.get(name), { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Abato' } },
  });
  const app = fastify();
  await app.register(adapter.registerPlugin(), { prefix: PATH });
  await app.ready();
  return (request, response) => {
    if (!isBelow(PATH, request.url)) return false;
    if (!isAddressedByMachine(request.headers.host)) response.writeHead(403).end();
    else app.routing(request, response);
    return true;
  };
}

const isBelow = (path: string, url = ''): boolean => url === path || url.startsWith(`${path}/`);

/**
 * True for `localhost` and for addresses. A page somewhere on the internet can make its own name mean the operator's machine and
 * read the board through the operator's browser; it cannot make its name `localhost`.
 */
function isAddressedByMachine(host = ''): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || isIP(name) !== 0;
}
